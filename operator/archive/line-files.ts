import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { CommandError } from '#kernel/platform/cli/command.ts'
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
  const seen = digesting()
  const file = createWriteStream(join(folder, name), { flags: 'wx', mode: 0o600, flush: true })
  await pipeline(Readable.from(chunks()), createGzip(), seen.through, file)
  return { name, lines: count, ...seen.result() }
}

/** The lines of such a file. Throws, at the latest behind the last one, if it is not what was written. */
export async function* readLines(folder: string, file: ArchiveFile): AsyncGenerator<string, void> {
  const seen = digesting()
  const text = new PassThrough({ encoding: 'utf8' })
  const read = pipeline(
    createReadStream(join(folder, file.name)),
    seen.through,
    createGunzip(),
    text,
  )
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
  const { bytes, sha256 } = seen.result()
  if (count !== file.lines || bytes !== file.bytes || sha256 !== file.sha256) throw damaged(file)
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

function digesting() {
  const hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      hash.update(chunk)
      bytes += chunk.length
      pass(null, chunk)
    },
  })
  return { through, result: () => ({ bytes, sha256: hash.copy().digest('hex') }) }
}

const damaged = ({ name }: ArchiveFile, cause?: unknown) =>
  new CommandError(`The backup is damaged: ${name} is not what was written.`, { cause })
