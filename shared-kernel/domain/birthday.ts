import { instantOf } from './instant.ts'
import { isDay } from './moment.ts'

const EARLIEST = '1900-01-01'
/** Where the day begins first. */
const FURTHEST_EAST_MS = 14 * 60 * 60 * 1000

/** Whether somebody who is recorded now can have been born on that day, `YYYY-MM-DD`. */
export const isBirthday = (text: string, now: number): boolean =>
  isDay(text) &&
  text >= EARLIEST &&
  text <= instantOf(now + FURTHEST_EAST_MS).slice(0, EARLIEST.length)
