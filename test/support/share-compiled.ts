import { inject } from 'vitest'
import { shareCompiled } from './compiled.ts'

// A setup file: a worker that was started with the folder would spend two seconds on filling it.
shareCompiled(inject('compiledFolder'))
