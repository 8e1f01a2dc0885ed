import { open } from 'node:fs/promises'
import type { RecordWriter } from './format.ts'

/** A new text file, synced to the disk once it is closed. */
export async function textFile(
  path: string,
  {
    head,
    textOf,
  }: { readonly head: string; readonly textOf: (records: readonly object[]) => string },
): Promise<RecordWriter> {
  const file = await open(path, 'w', 0o600)
  await file.appendFile(head)
  return {
    write: (records) => file.appendFile(textOf(records)),
    close: async () => {
      await file.sync()
      await file.close()
    },
  }
}
