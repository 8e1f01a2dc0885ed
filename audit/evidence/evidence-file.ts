import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'

export interface FileEntry {
  readonly sha256: string
  readonly bytes: number
}

export interface EvidenceFile {
  readonly name: string
  /** Resolves when the file accepts more. */
  readonly write: (content: string | Uint8Array) => Promise<void>
  readonly close: () => Promise<FileEntry>
  /** Closes the file, complete or not. */
  readonly release: () => Promise<void>
}

/** A new file that is hashed as it is written. */
export function newFile(folder: string, name: string): EvidenceFile {
  const stream = createWriteStream(join(folder, name), { flags: 'wx', mode: 0o600 })
  const ended = finished(stream)
  ended.catch(() => undefined)
  const closed = new Promise<void>((resolve) => stream.once('close', resolve))
  const hash = createHash('sha256')
  let bytes = 0
  return {
    name,
    async write(content) {
      hash.update(content)
      bytes += Buffer.byteLength(content)
      if (!stream.write(content)) await Promise.race([once(stream, 'drain'), ended])
    },
    async close() {
      stream.end()
      await ended
      return { sha256: hash.digest('hex'), bytes }
    },
    release() {
      stream.destroy()
      return closed
    },
  }
}
