const MICROSECONDS = 1_000_000n
const DATE_TIME = /^([^.]+)(?:\.(\d+))?(.*)$/

/**
 * Formats microseconds since 1970 as `2026-11-20T09:45:00.123456Z`. A page has fifty of them, so the
 * digits are cut as text where they can be.
 */
export function isoMicroseconds(microseconds: string): string {
  if (/^\d{7,}$/.test(microseconds)) {
    return iso(Number(microseconds.slice(0, -6)), microseconds.slice(-6))
  }
  const value = BigInt(microseconds)
  const fraction = ((value % MICROSECONDS) + MICROSECONDS) % MICROSECONDS
  return iso(Number((value - fraction) / MICROSECONDS), fraction.toString().padStart(6, '0'))
}

const iso = (seconds: number, fraction: string) =>
  `${new Date(seconds * 1000).toISOString().slice(0, 19)}.${fraction}Z`

/** The second asked for last: events that follow each other in the log are mostly of the same one. */
let last = { second: '', microseconds: 0n }

/** The microseconds since 1970 of a date-time or a day; finer digits are cut off. */
export function microsecondsOf(text: string): bigint {
  const [, before = '', fraction = '', zone = ''] = DATE_TIME.exec(text) ?? []
  const second = before + zone
  if (second !== last.second || second === '') {
    const milliseconds = Date.parse(second)
    if (Number.isNaN(milliseconds)) throw new Error(`${text} is not a date-time`)
    last = { second, microseconds: BigInt(milliseconds) * 1000n }
  }
  return last.microseconds + BigInt(fraction.padEnd(6, '0').slice(0, 6))
}
