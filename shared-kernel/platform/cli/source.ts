import type { BigIntStats } from 'node:fs'
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

/** A file, or standard input for `-`. What can be read only once is kept in a temporary file. */
export async function openSource(name: string, stdin: AsyncIterable<Uint8Array>): Promise<Source> {
  if (name === '-') return keptSource('Standard input', stdin)
  const shown = printable(name)
  const handle = await orFileFault(`${shown} cannot be read`, open(name))
  try {
    const stat = await handle.stat({ bigint: true })
    if (stat.isDirectory()) throw new CommandError(`${shown} is a folder, not a file.`)
    // Some regular files say that they are empty and are not: those of the kernel.
    if (stat.isFile() && stat.size > 0n) return sourceOf(handle, shown, stat)
  } catch (error) {
    await handle.close()
    throw error
  }
  try {
    return await keptSource(shown, chunksOnce(handle, shown))
  } finally {
    await handle.close()
  }
}

/** Keeps what can be read only once. It may contain secrets: no other user ever sees the file. */
export async function keptSource(name: string, chunks: AsyncIterable<Uint8Array>): Promise<Source> {
  const handle = await orFileFault('A temporary file cannot be made', unlinkedFile())
  try {
    for await (const chunk of named(chunks, name)) {
      await orFileFault(`${name} cannot be kept in ${tmpdir()}`, handle.appendFile(chunk))
    }
    const stat = await handle.stat({ bigint: true })
    if (stat.size === 0n) throw new CommandError(`${name} is empty.`)
    return sourceOf(handle, name, stat)
  } catch (error) {
    await handle.close()
    throw error
  }
}

const sourceOf = (handle: FileHandle, name: string, asOpened: BigIntStats): Source => ({
  read: () => chunksFromStart(handle, name, asOpened),
  close: () => handle.close(),
})

/**
 * Reads by position. A stream of a handle closes it when its reader stops early, whatever
 * `autoClose` says, so readers share the handle and nothing else.
 */
async function* chunksFromStart(handle: FileHandle, name: string, asOpened: BigIntStats) {
  const size = Number(asOpened.size)
  for (let at = 0; at < size; ) {
    const chunk = await chunkOf(handle, name, at)
    await refuseChanged(handle, name, asOpened)
    if (chunk.length === 0) throw changed(name)
    yield chunk.subarray(0, size - at)
    at += chunk.length
  }
}

async function* chunksOnce(handle: FileHandle, name: string) {
  for (;;) {
    const chunk = await chunkOf(handle, name, null)
    if (chunk.length === 0) return
    yield chunk
  }
}

async function chunkOf(handle: FileHandle, name: string, at: number | null): Promise<Uint8Array> {
  // Readers keep parts of a chunk, so it is never used again.
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  const { bytesRead } = await orFileFault(
    `${name} cannot be read`,
    handle.read(buffer, 0, CHUNK_BYTES, at),
  )
  return buffer.subarray(0, bytesRead)
}

async function refuseChanged(handle: FileHandle, name: string, { size, mtimeNs }: BigIntStats) {
  const now = await handle.stat({ bigint: true })
  if (now.size !== size || now.mtimeNs !== mtimeNs) throw changed(name)
}

const changed = (name: string) => new CommandError(`${name} was changed while it was read.`)

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
