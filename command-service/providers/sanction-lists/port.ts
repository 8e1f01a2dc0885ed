export type ListName = 'masak' | 'wanted' | 'pep'
export type ListFormat = 'masak' | 'openSanctions' | 'un'

/** One entry, as the list has it. */
export interface ListEntry {
  readonly entryId: string
  readonly name: string
  readonly aliases: readonly string[]
  /** Aliases of which the list itself says that they tell little. */
  readonly weakAliases: readonly string[]
  readonly idNos: readonly string[]
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

/** Every version of every list, without limit. */
export interface SanctionLists {
  /** Keeps a version as a whole or not at all; gives how many entries it has. A version that is there already stays. */
  readonly keep: (version: ListVersion, entries: AsyncIterable<ListEntry>) => Promise<number>
  /** All entries of a version in their order, in pages. */
  readonly pages: (version: VersionName) => AsyncIterable<readonly ListEntry[]>
  /** Some entries, by their places, in the order of `places`. */
  readonly entries: (
    version: VersionName,
    places: readonly number[],
  ) => Promise<readonly ListEntry[]>
}
