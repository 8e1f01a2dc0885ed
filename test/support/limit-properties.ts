import { limitProperties } from './property-limit.ts'

// A setup file, so that fast-check is loaded before a test replaces the timers.
limitProperties()
