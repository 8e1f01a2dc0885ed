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

/** What a version of a list has that one in use before it had not, or had otherwise. */
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
  /** Those in use since the first comparison, which stands last. Without any everything counts as new. */
  readonly since: readonly ImportedVersion[]
}

export async function newEntries(
  lists: SanctionLists,
  { list, version, since }: VersionComparison,
): Promise<NewEntries> {
  const known = await inEachOf(lists, since)
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
  return { list, version: version.version, since: since.at(-1)?.version ?? null, entries, search }
}

/** A customer who came while one of the versions was in use was compared with that one alone. */
async function inEachOf(
  lists: SanctionLists,
  versions: readonly ImportedVersion[],
): Promise<ReadonlySet<string>> {
  const distinct = new Map(versions.map((version) => [version.version, version])).values()
  let common: Set<string> | undefined
  for (const version of distinct) {
    const contents = new Set<string>()
    for await (const page of lists.pages(version)) {
      for (const { entry } of page) contents.add(contentOf(entry))
    }
    common = common?.intersection(contents) ?? contents
  }
  return common ?? new Set()
}

/** The fields that a check compares. A change of another field creates no match. */
const contentOf = ({ entryId, ...entry }: ListEntry): string =>
  createHash('sha256')
    .update(JSON.stringify([entryId, entityOf({ entryId, ...entry })]))
    .digest('base64')
