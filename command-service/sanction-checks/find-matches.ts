import {
  EntriesChanged,
  type ListName,
  type SanctionLists,
} from '#command/providers/sanction-lists/port.ts'
import type { Facts } from '#kernel/domain/screening/facts.ts'
import type { Match } from './bounded-matches.ts'
import { isLoaded, type ListInUse } from './lists-in-use.ts'
import { matchOf } from './match.ts'

const KEPT = 50

export interface Query {
  readonly idNo: string | null
  readonly fullName: string | null
  readonly surname: string | null
}

export interface ListMatches {
  /** All of them; `matches` are the best ones. */
  readonly count: number
  readonly matches: Match[]
}

export const noMatches: ListMatches = { count: 0, matches: [] }

interface Searched {
  readonly name: ListName
  /** Undefined while nothing has been imported under that name. */
  readonly list: ListInUse | undefined
  readonly query: Query
  readonly facts: Facts
  readonly threshold: number
}

/** Searches one list, and reads what it says of the best that were found. */
export async function findMatches(
  lists: SanctionLists,
  { name, list, query, facts, threshold }: Searched,
): Promise<ListMatches> {
  if (list === undefined) return noMatches
  const { idNo, fullName } = query
  const hits = list.search({
    idNo,
    name: fullName,
    surname: surnameFor(name, query),
    facts,
    threshold,
  })
  if (hits.length === 0) return noMatches
  const best = hits.slice(0, KEPT)
  const places = best.map(({ entry }) => entry)
  const version = { list: name, version: list.version }
  const entries = await lists.entries(version, places)
  const matches = best.flatMap((hit, at) => {
    const kept = entries[at]
    if (kept === undefined || !isLoaded(list, hit.entry, kept)) throw new EntriesChanged(version)
    return matchOf(hit, kept.entry, {
      version: list.version,
      idNo,
      name: fullName ?? (idNo === null ? query.surname : null),
      facts,
    })
  })
  return { count: hits.length, matches }
}

/** A surname narrows wanted and PEP alone; given alone, it is all there is to search by. */
const surnameFor = (name: ListName, { idNo, fullName, surname }: Query): string | null =>
  name === 'masak' && (idNo !== null || fullName !== null) ? null : surname
