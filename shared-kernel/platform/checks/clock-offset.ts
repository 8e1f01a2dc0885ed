/** From this on a difference between clocks is worth a warning. */
export const CLOCKS_DIFFER_MS = 1_000

/** Epoch milliseconds. */
export interface ClockReading {
  /** By this machine's clock, before and after it asked for the other's. */
  readonly before: number
  readonly after: number
  /** By the other clock. */
  readonly other: number
  /** How old what it said may have been. */
  readonly staleMs?: number
}

/** By how many milliseconds this machine's clock is ahead at least; 0 within the accuracy of measuring. */
export function offsetOf({ before, after, other, staleMs = 0 }: ClockReading): number {
  const now = Math.floor(other)
  if (now + staleMs < before) return before - now - staleMs
  return Math.min(after - now, 0)
}

/** `the clock is 3.2 s ahead of the event store's`; undefined if both agree. */
export function differenceInWords(
  offsetMs: number,
  other: string,
  toleranceMs = CLOCKS_DIFFER_MS,
): string | undefined {
  if (Math.abs(offsetMs) <= toleranceMs) return undefined
  const seconds = (Math.abs(offsetMs) / 1_000).toFixed(1)
  return `the clock is ${seconds} s ${offsetMs > 0 ? 'ahead of' : 'behind'} ${other}`
}
