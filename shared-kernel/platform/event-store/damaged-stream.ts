import type { EventMacs, StoredEvent, StreamRead } from './event-store.ts'
import type { Reader } from './reader.ts'
import { StreamDeletedError } from './store-client.ts'
import { damageIn } from './stream-damage.ts'

/**
 * Somebody deleted a stream of ours, cut it or tombstoned it. Nothing is decided on what is left of it, and
 * nothing is written behind it; trying again does not help.
 */
export class DamagedStream extends Error {
  override readonly name = 'DamagedStream'
  readonly stream: string

  constructor(stream: string, what: string, options?: ErrorOptions) {
    super(`${stream} is damaged: ${what}`, options)
    this.stream = stream
  }
}

interface StreamSources {
  readonly reader: Pick<Reader, 'readStream'>
  readonly macs: Pick<EventMacs, 'isNamedAsOurs'>
}

/** What a stream holds. Throws DamagedStream if that is not all that was written. */
export async function readWholeStream(
  { reader, macs }: StreamSources,
  stream: string,
  read: StreamRead,
): Promise<readonly StoredEvent[]> {
  const { from = 0n, direction = 'forwards' } = read
  const events = await reader.readStream(stream, read).catch(tombstoned(stream))
  // Also where a reader goes on behind what it remembers: a deletion would look like no news.
  const isWhole = direction === 'forwards' || read.from === undefined
  if (events.length === 0 && isWhole && macs.isNamedAsOurs(stream)) {
    await expectNothingThere(reader, stream)
  }
  const step = direction === 'backwards' ? -1n : 1n
  const first = direction === 'backwards' ? (events[0]?.revision ?? 0n) : from
  if (!macs.isNamedAsOurs(stream) && !events.some(({ isGenuine }) => isGenuine)) return events
  for (const [index, { revision }] of events.entries()) {
    const expected = first + BigInt(index) * step
    if (revision === expected) continue
    throw new DamagedStream(stream, `revision ${expected} was cut off, and ${revision} is there`)
  }
  // Read backwards to its end, a stream ends with its first event.
  const { revision: earliest = 0n } = events.at(-1) ?? {}
  if (direction === 'backwards' && events.length < read.maxCount && earliest > 0n) {
    throw new DamagedStream(stream, `what was before revision ${earliest} was cut off`)
  }
  return events
}

const tombstoned =
  (stream: string) =>
  (error: unknown): never => {
    if (!(error instanceof StreamDeletedError)) throw error
    throw new DamagedStream(stream, 'it was tombstoned', { cause: error })
  }

/** The store keeps the metadata of a stream of which nothing is left to read; Sarraf never writes any. */
async function expectNothingThere(reader: StreamSources['reader'], stream: string) {
  const newest = { direction: 'backwards', maxCount: 1 } as const
  const [metadata] = await reader.readStream(`$$${stream}`, newest)
  const damage = metadata && damageIn(metadata.data)
  if (damage !== undefined) throw new DamagedStream(stream, damage)
}
