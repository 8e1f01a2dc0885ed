import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandError } from '#kernel/platform/cli/command.ts'

const CHUNK_BYTES = 256 * 1024

/** Lines of text that can be read more than once. */
export interface Source {
  readonly read: () => AsyncIterable<Uint8Array>
  readonly close: () => Promise<void>
}

/** A file, or standard input for `-`. What can be read only once is kept in a temporary file. */
export async function openSource(name: string, stdin: AsyncIterable<Uint8Array>): Promise<Source> {
  if (name === '-') return fromHandle(await spooled(stdin))
  const handle = await openFile(name)
  const stat = await handle.stat()
  if (stat.isFile()) return fromHandle(handle)
  try {
    return fromHandle(await spooled(chunksOf(handle)))
  } finally {
    await handle.close()
  }
}

const fromHandle = (handle: FileHandle): Source => ({
  read: () => handle.createReadStream({ start: 0, autoClose: false, highWaterMark: CHUNK_BYTES }),
  close: () => handle.close(),
})

const chunksOf = (handle: FileHandle): AsyncIterable<Uint8Array> =>
  handle.createReadStream({ autoClose: false })

async function openFile(name: string): Promise<FileHandle> {
  try {
    const handle = await open(name)
    if (!(await handle.stat()).isDirectory()) return handle
    await handle.close()
  } catch (error) {
    throw new CommandError(`${name} cannot be read.`, { cause: error })
  }
  throw new CommandError(`${name} is a folder, not a file.`)
}

/** The lines may contain secrets: only this user can read the file, and it is unlinked at once. */
async function spooled(chunks: AsyncIterable<Uint8Array>): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'sarraf-import-'))
  try {
    const handle = await open(join(folder, 'lines'), 'wx+', 0o600)
    await rm(folder, { recursive: true })
    await handle.writeFile(chunks)
    return handle
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
