import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { orFileFault } from '#kernel/platform/cli/file-fault.ts'
import { digesting, digestOf, type FileDigest } from '#kernel/platform/files/digest.ts'
import { writeNewFile } from '#kernel/platform/files/new-file.ts'
import type { ArchiveFile } from './manifest.ts'

const CHUNK_CHARACTERS = 64 * 1024

/** Writes a compressed file of lines; resolves once it is on the disk. */
export async function writeLines(
  folder: string,
  name: string,
  lines: AsyncIterable<string>,
): Promise<ArchiveFile> {
  let count = 0
  async function* chunks() {
    let chunk = ''
    for await (const line of lines) {
      count += 1
      chunk += `${line}\n`
      if (chunk.length < CHUNK_CHARACTERS) continue
      yield chunk
      chunk = ''
    }
    if (chunk !== '') yield chunk
  }
  const digest = await writeNewFile(join(folder, name), (write) =>
    pipeline(Readable.from(chunks()), createGzip(), async (compressed) => {
      for await (const chunk of compressed) await write(chunk)
    }),
  )
  return { name, lines: count, ...digest }
}

/**
 * The lines of such a file, once all of it is known to be what was written. Throws, at the latest behind the last
 * line, if it is not, or was changed meanwhile.
 */
export async function* readLines(folder: string, file: ArchiveFile): AsyncGenerator<string, void> {
  const path = join(folder, file.name)
  refuseOther(file, await orFileFault(`${path} cannot be read`, digestOf(path)))
  const seen = digesting()
  const text = new PassThrough({ encoding: 'utf8' })
  const read = pipeline(seen.passing(createReadStream(path)), createGunzip(), text)
  // Its error reaches the loop too.
  read.catch(() => undefined)
  let count = 0
  try {
    for await (const line of linesOf(text)) {
      count += 1
      yield line
    }
    await read
  } catch (error) {
    throw error instanceof CommandError ? error : damaged(file, error)
  } finally {
    text.destroy()
  }
  refuseOther(file, seen.result())
  if (count !== file.lines) throw damaged(file)
}

async function* linesOf(text: AsyncIterable<unknown>): AsyncGenerator<string, void> {
  let rest = ''
  for await (const chunk of text) {
    const lines = `${rest}${String(chunk)}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

function refuseOther(file: ArchiveFile, { bytes, sha256 }: FileDigest) {
  if (bytes !== file.bytes || sha256 !== file.sha256) throw damaged(file)
}

const damaged = ({ name }: ArchiveFile, cause?: unknown) =>
  new CommandError(`The backup is damaged: ${name} is not what was written.`, { cause })
