import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { CommandError } from '#kernel/platform/cli/command.ts'

/** By what a manifest knows a file again. */
export interface FileDigest {
  readonly bytes: number
  readonly sha256: string
}

/** The digest of bytes that pass, piece by piece. */
export function digesting() {
  const hash = createHash('sha256')
  let bytes = 0
  const add = (content: Uint8Array) => {
    hash.update(content)
    bytes += content.length
  }
  return {
    add,
    async *passing(chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        add(chunk)
        yield chunk
      }
    },
    result: (): FileDigest => ({ bytes, sha256: hash.copy().digest('hex') }),
  }
}

/** The digest of a file. Throws where there is something else, such as a pipe, which might never end. */
export async function digestOf(path: string): Promise<FileDigest> {
  if (!(await stat(path)).isFile()) throw new CommandError(`${path} is no ordinary file.`)
  const { add, result } = digesting()
  for await (const chunk of createReadStream(path)) add(chunk)
  return result()
}
