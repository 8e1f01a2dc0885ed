const SECOND_MS = 1_000
const HOUR_MS = 3_600_000

const FIRST_PAUSE_MS = 5 * SECOND_MS
const FACTOR = 4
const LONGEST_PAUSE_MS = 6 * HOUR_MS
const LONGEST_PAUSE_OF_ENDPOINT_MS = 60 * SECOND_MS

/** An endpoint without a single success in this time of attempts is disabled. */
export const GIVES_UP_AFTER_MS = 72 * HOUR_MS

/** 5 s, 20 s, 80 s … 6 h, each up to a fifth shorter or longer; `random` from 0 to 1. */
export function pauseAfter(failures: number, random = Math.random()): number {
  const pause = Math.min(FIRST_PAUSE_MS * FACTOR ** (failures - 1), LONGEST_PAUSE_MS)
  return Math.round(pause * (0.8 + 0.4 * random))
}

/** An endpoint that fails gets other events less often too, but one a minute shows that it works again. */
export const pauseOfEndpoint = (pauseMs: number): number =>
  Math.min(pauseMs, LONGEST_PAUSE_OF_ENDPOINT_MS)
