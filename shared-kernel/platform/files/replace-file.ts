import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { orFileFault } from '#kernel/platform/cli/file-fault.ts'
import { syncFolder } from './folder.ts'
import { writeNewFile } from './new-file.ts'

/** What a file is called until it is complete. */
export const UNFINISHED = '.partial'

type Content = AsyncIterable<string> | Iterable<string>

/** Writes a file as a whole: who opens it meanwhile has the one before, and so it is after a crash. */
export async function replaceFile(path: string, content: Content, mode?: number): Promise<void> {
  const partial = `${path}${UNFINISHED}`
  await rm(partial, { force: true })
  await writeNewFile(
    partial,
    async (write) => {
      for await (const part of content) await write(part)
    },
    mode,
  )
  await finishFile(path)
}

/** Gives a complete file its name. */
export async function finishFile(path: string): Promise<void> {
  const unwritten = `${path} cannot be written`
  await orFileFault(unwritten, rename(`${path}${UNFINISHED}`, path))
  await orFileFault(unwritten, syncFolder(dirname(path)))
}
