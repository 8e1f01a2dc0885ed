const MICROSECONDS = 1_000_000n
const DATE_TIME = /^([^.]+)(?:\.(\d+))?(.*)$/

/** Formats microseconds since 1970 as `2026-11-20T09:45:00.123456Z`. */
export function isoMicroseconds(microseconds: string): string {
  const value = BigInt(microseconds)
  const fraction = ((value % MICROSECONDS) + MICROSECONDS) % MICROSECONDS
  const seconds = new Date(Number((value - fraction) / 1000n)).toISOString().slice(0, 19)
  return `${seconds}.${fraction.toString().padStart(6, '0')}Z`
}

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
