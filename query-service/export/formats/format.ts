import type { AnyRecord } from '#kernel/records/record.ts'

/** Writes records into a file. */
export interface RecordWriter {
  readonly write: (records: readonly object[]) => Promise<void>
  readonly close: () => Promise<void>
}

/** A file format of exports. */
export type OpenWriter = (file: string, record: AnyRecord) => Promise<RecordWriter>
