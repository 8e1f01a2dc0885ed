const MICROSECONDS = 1_000_000n

/** Formats microseconds since 1970 as `2026-11-20T09:45:00.123456Z`. */
export function isoMicroseconds(microseconds: string): string {
  const value = BigInt(microseconds)
  const fraction = ((value % MICROSECONDS) + MICROSECONDS) % MICROSECONDS
  const seconds = new Date(Number((value - fraction) / 1000n)).toISOString().slice(0, 19)
  return `${seconds}.${fraction.toString().padStart(6, '0')}Z`
}

/** The microseconds since 1970 of a date-time or a day; finer digits are cut off. */
export function microsecondsOf(text: string): bigint {
  const fraction = /\.(\d+)/.exec(text)?.[1] ?? ''
  const wholeSeconds = Date.parse(text.replace(/\.\d+/, ''))
  return BigInt(wholeSeconds) * 1000n + BigInt(fraction.padEnd(6, '0').slice(0, 6))
}
