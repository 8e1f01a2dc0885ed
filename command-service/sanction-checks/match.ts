import type { ListEntry } from '#command/providers/sanction-lists/port.ts'
import { normalNumber } from '#kernel/domain/normal-number.ts'
import { nearestBirthDate } from '#kernel/domain/screening/birth-years.ts'
import { explanationOf } from '#kernel/domain/screening/explanation.ts'
import type { Facts } from '#kernel/domain/screening/facts.ts'
import type { Hit } from '#kernel/domain/screening/search.ts'
import type { Match } from './bounded-matches.ts'
import { entityOf, nameAt, numbersOf, shownAliases } from './entity.ts'

interface FoundBy {
  readonly version: string
  readonly idNo: string | null
  /** The name that was searched: a surname where nothing else was asked. */
  readonly name: string | null
  readonly facts: Facts
}

/** What a check reports of an entry that it found. */
export const matchOf = (hit: Hit, entry: ListEntry, by: FoundBy): Match => ({
  listVersion: by.version,
  entryId: entry.entryId,
  name: entry.name,
  aliases: shownAliases(entry),
  idNo: idNoOf(entry, by.idNo),
  birthDate: entry.birthDate,
  nationality: entry.nationality,
  program: entry.program,
  reason: entry.reason,
  score: hit.score.toFixed(3),
  matchedOn: hit.matchedOn,
  matchedName: nameAt(entry, hit.nameAt),
  matchedBirthDate:
    hit.matchedOn === 'idNo' ? null : nearestBirthDate(entry.birthDate, by.facts.birthYears),
  record: entry.record,
  explanation: explained(hit, entry, by),
})

/** An equal number needs no explanation. */
function explained(
  { matchedOn, nameAt: at }: Hit,
  entry: ListEntry,
  { name, facts }: FoundBy,
): Match['explanation'] {
  if (matchedOn === 'idNo' || name === null) return null
  const found = explanationOf(
    { name, facts },
    {
      name: nameAt(entry, at),
      facts: entityOf(entry),
      isWeakName: at > entry.aliases.length,
    },
  )
  return {
    name: found.name.toFixed(3),
    parts: found.parts.map(({ query, entry: listed, how, weight }) => ({
      query,
      entry: listed,
      how,
      weight: weight.toFixed(2),
    })),
    facts: found.facts.map(({ fact, agrees, effect }) => ({
      fact,
      agrees,
      effect: effect.toFixed(2),
    })),
  }
}

/** Of several numbers the one that was asked for. */
const idNoOf = (entry: ListEntry, asked: string | null): string | null =>
  numbersOf(entry).find((idNo) => asked !== null && normalNumber(idNo) === normalNumber(asked)) ??
  entry.idNos[0] ??
  null
