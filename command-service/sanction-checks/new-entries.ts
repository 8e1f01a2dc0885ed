import { createHash } from 'node:crypto'
import type {
  ImportedVersion,
  ListEntry,
  ListName,
  SanctionLists,
} from '#command/providers/sanction-lists/port.ts'
import { listIndexBuilder } from '#kernel/domain/screening/list-index.ts'
import { rememberingIndex } from '#kernel/domain/screening/remembered.ts'
import { type NameSearch, searchIn } from '#kernel/domain/screening/search.ts'
import { entityOf } from './entity.ts'

/** What a version of a list has that an earlier one had not, or had otherwise. */
export interface NewEntries {
  readonly list: ListName
  readonly version: string
  readonly since: string | null
  readonly entries: readonly ListEntry[]
  readonly search: NameSearch
}

export interface VersionComparison {
  readonly list: ListName
  readonly version: ImportedVersion
  /** Null: everything counts as new. */
  readonly since: ImportedVersion | null
}

export async function newEntries(
  lists: SanctionLists,
  { list, version, since }: VersionComparison,
): Promise<NewEntries> {
  const known = new Set<string>()
  if (since !== null) {
    for await (const page of lists.pages(since)) {
      for (const { entry } of page) known.add(contentOf(entry))
    }
  }
  const entries: ListEntry[] = []
  const builder = listIndexBuilder()
  for await (const page of lists.pages(version)) {
    for (const { entry } of page) {
      if (known.has(contentOf(entry))) continue
      entries.push(entry)
      builder.add(entityOf(entry))
    }
  }
  const search = searchIn(rememberingIndex(builder.build()))
  return { list, version: version.version, since: since?.version ?? null, entries, search }
}

/** The fields that a check compares. A change of another field creates no match. */
const contentOf = ({ entryId, ...entry }: ListEntry): string =>
  createHash('sha256')
    .update(JSON.stringify([entryId, entityOf({ entryId, ...entry })]))
    .digest('base64')
