import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { fileFault, orFileFault } from '#kernel/platform/cli/file-fault.ts'
import { temporaryFolder } from '../process/temporary-folders.ts'
import { printable } from './printable.ts'

const CHUNK_BYTES = 256 * 1024

/** Bytes that can be read as often as needed, also by several readers at once. */
export interface Source {
  /** Reads from the beginning. A reader may stop at any byte; the next one starts over. */
  readonly read: () => AsyncIterable<Uint8Array>
  readonly close: () => Promise<void>
}

/**
 * A file, or standard input for `-`. It is read once, into a temporary file: what becomes of it afterwards changes
 * nothing that was checked.
 */
export async function openSource(name: string, stdin: AsyncIterable<Uint8Array>): Promise<Source> {
  if (name === '-') return keptSource('Standard input', stdin)
  const shown = printable(name)
  const handle = await orFileFault(`${shown} cannot be read`, open(name))
  try {
    if ((await handle.stat()).isDirectory()) {
      throw new CommandError(`${shown} is a folder, not a file.`)
    }
    return await keptSource(shown, unchanged(handle, shown))
  } finally {
    await handle.close()
  }
}

/** Keeps what can be read only once. It may contain secrets: no other user ever sees the file. */
export async function keptSource(name: string, chunks: AsyncIterable<Uint8Array>): Promise<Source> {
  const handle = await orFileFault(`A temporary file cannot be made in ${tmpdir()}`, unlinkedFile())
  try {
    let isEmpty = true
    for await (const chunk of named(chunks, name)) {
      isEmpty &&= chunk.length === 0
      await orFileFault(`${name} cannot be kept in ${tmpdir()}`, handle.appendFile(chunk))
    }
    if (isEmpty) throw new CommandError(`${name} is empty.`)
    return { read: () => chunksOf(handle, name, 0), close: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** The chunks of a file, which must be the same at their end as at their beginning. */
async function* unchanged(handle: FileHandle, name: string) {
  const before = await handle.stat({ bigint: true })
  yield* chunksOf(handle, name, null)
  const { size, mtimeNs } = await handle.stat({ bigint: true })
  // A pipe has another time after each write, and a file of the kernel whenever it is looked at.
  if (!before.isFile() || before.size === 0n) return
  if (size === before.size && mtimeNs === before.mtimeNs) return
  throw new CommandError(`${name} was changed while it was read.`)
}

/**
 * Reads by position; from null on, where the handle is. A stream of a handle closes it when its reader stops
 * early, whatever `autoClose` says, so readers share the handle and nothing else.
 */
async function* chunksOf(handle: FileHandle, name: string, from: number | null) {
  for (let at = from; ; ) {
    // Readers keep parts of a chunk, so it is never used again.
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
    const { bytesRead } = await orFileFault(
      `${name} cannot be read`,
      handle.read(buffer, 0, CHUNK_BYTES, at),
    )
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    if (at !== null) at += bytesRead
  }
}

/** The same chunks; an error says whose they were. */
async function* named(chunks: AsyncIterable<Uint8Array>, name: string) {
  try {
    yield* chunks
  } catch (error) {
    throw fileFault(`${name} cannot be read`, error)
  }
}

/** A file without a name. */
async function unlinkedFile(): Promise<FileHandle> {
  const folder = await temporaryFolder('import')
  try {
    return await open(join(folder, 'lines'), 'wx+', 0o600)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
