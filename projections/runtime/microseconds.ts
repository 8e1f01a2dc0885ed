const INSTANT = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?Z$/

/** Of the second asked for last: what follows in a log is mostly of the same one. */
let last = { seconds: '', microseconds: 0n }

/** Microseconds since 1970 of an ISO 8601 instant in UTC, exactly. */
export function microsecondsOf(instant: string): bigint {
  const [, seconds = '', fraction = ''] = INSTANT.exec(instant) ?? []
  if (seconds !== last.seconds || seconds === '') {
    const milliseconds = Date.parse(`${seconds}Z`)
    if (Number.isNaN(milliseconds)) throw new Error(`${instant} is not an instant in UTC`)
    last = { seconds, microseconds: BigInt(milliseconds) * 1000n }
  }
  return last.microseconds + BigInt(fraction.padEnd(6, '0').slice(0, 6))
}
