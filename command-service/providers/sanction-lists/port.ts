import { Unavailable } from '#kernel/domain/unavailable.ts'

export type ListName = 'masak' | 'wanted' | 'pep'
export type ListFormat = 'masak' | 'openSanctions' | 'un'

/** One entry, as the list has it. */
export interface ListEntry {
  readonly entryId: string
  readonly name: string
  readonly aliases: readonly string[]
  /** Aliases of which the list itself says that they tell little. */
  readonly weakAliases: readonly string[]
  /** Those of the aliases that stand within another name: they are found, and shown only as what was found. */
  readonly partNames: readonly string[]
  readonly idNos: readonly string[]
  /** What else in the row looks like a document's number: it is found, and shown only where it was asked for. */
  readonly otherNumbers: readonly string[]
  /** `YYYY-MM-DD`, a year, or the list's own words; several are joined by `; `. */
  readonly birthDate: string | null
  readonly nationality: string | null
  readonly program: string | null
  readonly reason: string | null
  /** The list's own row. */
  readonly record: Readonly<Record<string, string>>
}

export interface VersionName {
  readonly list: ListName
  readonly version: string
}

export interface ListVersion extends VersionName {
  /** Of the file, in hexadecimal digits. */
  readonly sha256: string
  readonly format: ListFormat
  readonly skippedRows: number
}

/** A version as the event of its import describes it. */
export interface ImportedVersion extends VersionName {
  /** How many entries it has. */
  readonly rows: number
  /** The hash of the entries as they are kept; null where it was not recorded yet. */
  readonly entriesSha256: string | null
}

/** An entry with the hash of the text in which it is kept. */
export interface KeptEntry {
  readonly entry: ListEntry
  readonly sha256: Buffer
}

/** Every version of every list, without limit. */
export interface SanctionLists {
  /** Keeps a version as a whole or not at all; gives how many entries it has. A version that is there already stays. */
  readonly keep: (version: ListVersion, entries: AsyncIterable<ListEntry>) => Promise<number>
  /** All entries of a version in their order, in pages. Ends with EntriesChanged unless they are those of the import. */
  readonly pages: (version: ImportedVersion) => AsyncIterable<readonly KeptEntry[]>
  /** Some entries, by their places, in the order of `places`. */
  readonly entries: (
    version: VersionName,
    places: readonly number[],
  ) => Promise<readonly KeptEntry[]>
}

/** What is kept is not what was imported: nobody may be compared with it. */
export class EntriesChanged extends Unavailable {
  override readonly name = 'EntriesChanged'

  constructor({ list, version }: VersionName) {
    super(
      `the entries of version ${version} of ${list} are not those that were imported`,
      RETRY_AFTER_SECONDS,
    )
  }
}

const RETRY_AFTER_SECONDS = 60
