import { newFile } from '#kernel/platform/files/new-file.ts'
import type { RecordWriter } from './format.ts'

/** A new text file, synced to the disk once it is closed. */
export async function textFile(
  path: string,
  {
    head,
    textOf,
  }: { readonly head: string; readonly textOf: (records: readonly object[]) => string },
): Promise<RecordWriter> {
  const { write, close } = await newFile(path)
  await write(head)
  return {
    write: (records) => write(textOf(records)),
    close: async () => void (await close()),
  }
}
