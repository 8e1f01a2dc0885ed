import { open } from 'node:fs/promises'
import { orFileFault } from '#kernel/platform/cli/file-fault.ts'
import { digesting, type FileDigest } from './digest.ts'

const BUFFER_BYTES = 64 * 1024

/** A file that did not exist before. */
export interface NewFile {
  /** One write after the other. */
  readonly write: (content: string | Uint8Array) => Promise<void>
  /** Resolves once all of it is on the disk. */
  readonly close: () => Promise<FileDigest>
  /** Closes the file, complete or not. */
  readonly release: () => Promise<void>
}

/** Creates a file, by default for its owner alone, that is hashed as it is written. */
export async function newFile(path: string, mode = 0o600): Promise<NewFile> {
  const orFault = <Value>(step: Promise<Value>) => orFileFault(`${path} cannot be written`, step)
  const file = await orFault(open(path, 'wx', mode))
  const seen = digesting()
  let waiting: Uint8Array[] = []
  let waitingBytes = 0

  async function flush() {
    const content = Buffer.concat(waiting)
    waiting = []
    waitingBytes = 0
    await file.appendFile(content)
  }

  return {
    async write(content) {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content
      seen.add(bytes)
      waiting.push(bytes)
      waitingBytes += bytes.length
      if (waitingBytes >= BUFFER_BYTES) await orFault(flush())
    },
    async close() {
      try {
        await orFault(flush())
        await orFault(file.sync())
      } finally {
        await file.close()
      }
      return seen.result()
    },
    release: () => file.close(),
  }
}

/** Writes a new file; closes it also after an error. */
export async function writeNewFile(
  path: string,
  fill: (write: NewFile['write']) => Promise<void>,
  mode?: number,
): Promise<FileDigest> {
  const file = await newFile(path, mode)
  try {
    await fill(file.write)
    return await file.close()
  } finally {
    await file.release()
  }
}
