import type { AnyRecord } from '#kernel/records/record.ts'

/** Writes records into a file. */
export interface RecordWriter {
  readonly write: (records: readonly object[]) => Promise<void>
  readonly close: () => Promise<void>
}

/** The separators of a CSV file, by their names in the command. */
export const separators = { comma: ',', semicolon: ';', tab: '\t' } as const

/** How a CSV file is written. The other formats know no such choice. */
export interface CsvStyle {
  /** By which Excel knows that a file is UTF-8. */
  readonly byteOrderMark: boolean
  readonly separator: keyof typeof separators
}

/** A file format of exports. */
export type OpenWriter = (file: string, record: AnyRecord, style: CsvStyle) => Promise<RecordWriter>
