import { assertNever } from '#kernel/domain/assert-never.ts'
import type { WhichCounts } from '#operator/facts/fact.ts'
import type { Value } from './play.ts'

/** What somebody said of a fact, in the order of the telling. */
export interface Telling {
  readonly value: Value
  /** Epoch milliseconds. */
  readonly moment: number
}

/** Which value counts at a moment, of all that was told: the table of facts in three lines. */
export function counting(
  rule: WhichCounts,
  told: readonly Telling[],
  now: number,
): Value | undefined {
  switch (rule) {
    case 'lastTold':
      return told.at(-1)?.value
    case 'firstTold':
      return told[0]?.value
    case 'fromItsMoment':
      return told
        .filter(({ moment }) => moment <= now)
        .toSorted((one, other) => one.moment - other.moment)
        .at(-1)?.value
    default:
      return assertNever(rule)
  }
}
