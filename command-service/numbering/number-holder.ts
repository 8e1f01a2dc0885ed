import { type NumberBookEvent, numberBookEvents } from '#kernel/events/claims.ts'
import { decodeEvents } from '#kernel/platform/recording/event-codec.ts'
import type { Log } from '../event-sourcing/log.ts'

const PAGE = 1000

interface BookPlace {
  readonly stream: string
  /** The last revision of the book. */
  readonly revision: bigint
}

/**
 * The document that took a number of the sequence. The sequence only grows, so the event with which it passed the number is
 * found by bisection. A number that a client had given was taken before that.
 */
export async function holderOf(
  log: Log,
  { stream, revision }: BookPlace,
  number: bigint,
): Promise<string | undefined> {
  let [first, last] = [0n, revision]
  while (first < last) {
    const middle = (first + last) / 2n
    const [event] = await eventsAt(log, stream, { from: middle, maxCount: 1 })
    if (event === undefined || BigInt(event.data.sequence) < number) first = middle + 1n
    else last = middle
  }
  for (let from = first; from >= 0n; from -= BigInt(PAGE)) {
    const page = { from, direction: 'backwards', maxCount: PAGE } as const
    const events = await eventsAt(log, stream, page)
    const holder = events.find(({ data }) => BigInt(data.number) === number)
    if (holder !== undefined) return holder.data.documentId
  }
  return undefined
}

async function eventsAt(
  log: Log,
  stream: string,
  read: Parameters<Log['eventStore']['readStream']>[1],
): Promise<readonly NumberBookEvent[]> {
  const stored = await log.eventStore.readStream(stream, read)
  return (await decodeEvents(log.vault, () => numberBookEvents, stored)).map(({ event }) => event)
}
