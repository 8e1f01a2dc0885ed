import type { ImportedVersion, SanctionLists } from '#command/providers/sanction-lists/port.ts'
import { namesOf } from '#command/sanction-checks/entity.ts'

/** What can be found in a version. */
export interface EntryCounts {
  readonly entries: number
  readonly names: number
  readonly numbers: number
}

/** Of what is in use, at most this share may be missing in the new version. */
const MOST_LOST = 0.1
/** Also of a short list. */
const ALWAYS_MAY_BE_LOST = 5
const kinds = ['entries', 'names', 'numbers'] as const

export async function countsOf(
  lists: SanctionLists,
  version: ImportedVersion,
): Promise<EntryCounts> {
  let [entries, names, numbers] = [0, 0, 0]
  for await (const page of lists.pages(version)) {
    entries += page.length
    for (const { entry } of page) {
      names += namesOf(entry).length
      numbers += entry.idNos.length
    }
  }
  return { entries, names, numbers }
}

/** In words, what a new version has far less of than the one in use: `14 entries, … 20`. */
export function lostIn(now: EntryCounts, inUse: EntryCounts): string | undefined {
  const kind = kinds.find(
    (each) => inUse[each] - now[each] > Math.max(inUse[each] * MOST_LOST, ALWAYS_MAY_BE_LOST),
  )
  return kind && `has ${now[kind]} ${kind}, and the version in use ${inUse[kind]}`
}
