import { LRUCache } from 'lru-cache'
import { numberBookEvents } from '#kernel/events/claims.ts'
import { streamPages } from '#kernel/platform/event-store/stream-pages.ts'
import { atMost } from '#kernel/platform/process/at-most.ts'
import { decodeEvents } from '#kernel/platform/recording/event-codec.ts'
import type { Log } from '../event-sourcing/log.ts'
import { bookOf, evolveBook, type NumberBook } from './number-book.ts'

const PAGE = 1000
const MAX_OPEN_BOOKS = 1000
export const MAX_REMEMBERED_DOCUMENTS = 10_000

/** A book as this process knows it; only the queue of its serial touches it. */
export interface OpenBook {
  readonly stream: string
  readonly book: NumberBook
  revision: bigint
  /** Documents that took a number since the book was opened; older ones are in the stream alone. */
  readonly numbers: LRUCache<string, string>
  /** The last revision whose document may not be among them. */
  unseenUpTo: bigint
}

/** A book, and its revision up to which a document has no number. */
export interface SearchFrom {
  readonly stream: string
  readonly after: bigint
}

/** The books that this process has open. */
export interface OpenBooks {
  /** As it was read last. */
  readonly opened: (stream: string) => Promise<OpenBook>
  readonly upToDate: (stream: string) => Promise<OpenBook>
  /** After a write whose outcome is not known. */
  readonly forget: (stream: string) => void
}

export function openBooksIn(log: Log): OpenBooks {
  const books = new LRUCache<string, Promise<OpenBook>>(atMost(MAX_OPEN_BOOKS))

  function opened(stream: string): Promise<OpenBook> {
    const known = books.get(stream)
    if (known !== undefined) return known
    const opening = openBook(log, stream)
    books.set(stream, opening)
    opening.catch(() => books.delete(stream))
    return opening
  }

  async function upToDate(stream: string): Promise<OpenBook> {
    const open = await opened(stream)
    await readOn(log, open)
    return open
  }

  return { opened, upToDate, forget: (stream) => void books.delete(stream) }
}

/** The last event tells the sequence; only where given numbers stand above it is the book read whole. */
async function openBook(log: Log, stream: string): Promise<OpenBook> {
  const numbers = new LRUCache<string, string>(atMost(MAX_REMEMBERED_DOCUMENTS))
  const stored = await log.eventStore.readStream(stream, { direction: 'backwards', maxCount: 1 })
  const [last] = await decodeEvents(log.vault, () => numberBookEvents, stored)
  // The last event alone does not show that a book was cut.
  if (last !== undefined) await log.eventStore.readStream(stream, { maxCount: 1 })
  if (last?.event.data.ahead === 0) {
    const { event, revision } = last
    const book = bookOf(BigInt(event.data.sequence))
    return { stream, book, revision, numbers, unseenUpTo: revision }
  }
  const open: OpenBook = { stream, book: bookOf(), revision: -1n, numbers, unseenUpTo: -1n }
  if (last !== undefined) await readOn(log, open)
  return open
}

export async function readOn(log: Log, open: OpenBook): Promise<void> {
  const { stream, revision: after } = open
  for await (const { event, revision } of takenAfter(log, { stream, after })) {
    evolveBook(open.book, event)
    open.numbers.set(event.data.documentId, event.data.number)
    open.revision = revision
  }
}

export async function* takenAfter(log: Log, { stream, after }: SearchFrom) {
  for await (const page of streamPages(log.eventStore, stream, { from: after + 1n, size: PAGE })) {
    yield* await decodeEvents(log.vault, () => numberBookEvents, page)
  }
}
