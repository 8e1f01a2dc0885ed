/** As `pg` gives a `timestamptz`, without the microseconds. */
export const dateOf = (micros: number): Date => new Date(Math.floor(micros / 1_000))

/** As `extract(epoch from …)::text` writes it. */
export const secondsText = (micros: number): string =>
  `${Math.floor(micros / 1_000_000)}.${String(micros % 1_000_000).padStart(6, '0')}`

/** As `extract(epoch from …) * 1000` is written. */
export const millisecondsText = (micros: number): string =>
  `${Math.floor(micros / 1_000)}.${String(micros % 1_000).padStart(3, '0')}000`

/**
 * The time of each statement, in microseconds. Under a clock that stands still, each has a later one, as
 * no two statements of PostgreSQL are executed within a microsecond.
 */
export function statementTimes(nowMs: () => number): () => number {
  let reading = Number.NaN
  let micros = 0
  return () => {
    const ms = nowMs()
    micros = ms === reading ? micros + 1 : Math.round(ms * 1_000)
    reading = ms
    return micros
  }
}
