import { epochMsOf, instantOf } from '#kernel/domain/instant.ts'
import type { BankSource } from '#kernel/events/bank-query.ts'
import { type AccountQueries, type Followed, keyOf } from './bank-query.ts'
import { FIRST_MS } from './windows.ts'

/** From a moment on, under what an account was to be asked; null: not at all. */
export interface SourceSince {
  readonly since: string
  readonly source: BankSource | null
}

/** What has been queried, by the source that it was queried under. */
export interface QueriedSources {
  readonly last: BankSource | undefined
  readonly followed: (source: BankSource) => Followed | undefined
}

/**
 * Queries that name no source count for the one that the account had at the last of them. Where it had another
 * one while they went on, the last one was never asked for its first days, and is.
 */
export function queriedSources(
  { followed, lastSource }: AccountQueries,
  history: readonly SourceSince[],
): QueriedSources {
  const unnamed = followed.get(keyOf(null))
  const its = unnamed === undefined ? null : sourceAt(history, unnamed.lastTo)
  return {
    last: lastSource === null ? (its ?? undefined) : lastSource,
    followed(source) {
      const known = followed.get(keyOf(source))
      if (known !== undefined || unnamed === undefined || its === null) return known
      if (keyOf(its) !== keyOf(source)) return undefined
      return isChanged(history, unnamed) ? fromTheFirst(unnamed) : unnamed
    },
  }
}

const sourceAt = (history: readonly SourceSince[], moment: string) =>
  history.findLast(({ since }) => since <= moment)?.source ?? history[0]?.source ?? null

const isChanged = (history: readonly SourceSince[], { begunFrom, lastTo }: Followed) =>
  history.some(
    ({ since, source }, index) =>
      index > 0 &&
      since > begunFrom &&
      since <= lastTo &&
      keyOf(source) !== keyOf(history[index - 1]?.source ?? null),
  )

const fromTheFirst = ({ lastTo }: Followed): Followed => ({
  begunFrom: instantOf(epochMsOf(lastTo) - FIRST_MS),
  queriedUntil: null,
  lastTo,
})
