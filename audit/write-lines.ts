import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Writes lines as fast as the reader accepts them and returns their number. A closed reader is no error. */
export async function writeLines(
  target: NodeJS.WritableStream,
  lines: AsyncIterable<string>,
): Promise<number> {
  let count = 0
  async function* counted() {
    for await (const line of lines) {
      count += 1
      yield line
    }
  }
  try {
    await pipeline(Readable.from(counted()), target, { end: false })
  } catch (error) {
    if (!isClosedPipe(error)) throw error
  }
  return count
}

const isClosedPipe = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'EPIPE'
