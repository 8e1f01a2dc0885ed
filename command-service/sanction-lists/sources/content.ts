import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { SourceFailed } from './source-failed.ts'

type Chunks = AsyncIterable<Uint8Array>

const GZIP = [0x1f, 0x8b]

export const tooLarge = (bytes: number) => new SourceFailed('size', `has more than ${bytes} bytes`)

/** The same chunks; fails when they are more than allowed. */
export async function* atMost(bytes: number, chunks: Chunks): AsyncGenerator<Uint8Array, void> {
  let seen = 0
  for await (const chunk of chunks) {
    seen += chunk.length
    if (seen > bytes) throw tooLarge(bytes)
    yield chunk
  }
}

/** The content of a gzip file, or what is none as it is. */
export async function* unzipped(chunks: Chunks): AsyncGenerator<Uint8Array, void> {
  const reading = chunks[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  while (Buffer.concat(first).length < GZIP.length) {
    const next = await reading.next()
    if (next.done === true) break
    first.push(next.value)
  }
  async function* all() {
    try {
      yield* first
      for (let next = await reading.next(); next.done !== true; next = await reading.next()) {
        yield next.value
      }
    } finally {
      await reading.return?.()
    }
  }
  const isZipped = Buffer.concat(first).subarray(0, GZIP.length).equals(Buffer.from(GZIP))
  yield* isZipped ? gunzipped(all()) : all()
}

async function* gunzipped(chunks: Chunks): AsyncGenerator<Uint8Array, void> {
  const gunzip = createGunzip()
  const feeding = pipeline(Readable.from(chunks), gunzip)
  // Its error reaches the loop too.
  feeding.catch(() => undefined)
  yield* gunzip
}
