import type { ListEntry } from '#command/providers/sanction-lists/port.ts'
import { normalIdNo } from '#kernel/domain/screening/normal-id-no.ts'
import type { Hit } from '#kernel/domain/screening/search.ts'
import type { Match } from './bounded-matches.ts'
import { nameAt } from './entity.ts'

interface FoundBy {
  readonly version: string
  readonly idNo: string | null
}

/** What a check tells of one entry that it found. */
export const matchOf = (hit: Hit, entry: ListEntry, { version, idNo }: FoundBy): Match => ({
  listVersion: version,
  entryId: entry.entryId,
  name: entry.name,
  aliases: [...entry.aliases, ...entry.weakAliases],
  idNo: idNoOf(entry, idNo),
  birthDate: entry.birthDate,
  nationality: entry.nationality,
  program: entry.program,
  reason: entry.reason,
  score: hit.score.toFixed(3),
  matchedOn: hit.matchedOn,
  matchedName: nameAt(entry, hit.nameAt),
  record: entry.record,
})

/** Of several numbers the one that was asked for. */
const idNoOf = ({ idNos }: ListEntry, asked: string | null): string | null =>
  idNos.find((idNo) => asked !== null && normalIdNo(idNo) === normalIdNo(asked)) ?? idNos[0] ?? null
