import { LRUCache } from 'lru-cache'
import { eventIdFrom } from '#kernel/domain/ids.ts'
import { instantOf } from '#kernel/domain/instant.ts'
import { Rejection } from '#kernel/domain/rejection.ts'
import { type NumberBookEvent, numberBookEvents } from '#kernel/events/claims.ts'
import { decodeEvents, type Origin } from '#kernel/platform/event-codec.ts'
import { appendOne } from '../event-sourcing/append-one.ts'
import { pauseAfterConflict, streamQueue } from '../event-sourcing/contention.ts'
import type { Log } from '../event-sourcing/log.ts'
import {
  bookOf,
  evolveBook,
  type NumberBook,
  nextNumber,
  refuseTaken,
  type TakeNumber,
  takeNumber,
} from './number-book.ts'
import { holderOf } from './number-holder.ts'

const PAGE = 1000
const MAX_OPEN_BOOKS = 1000
const MAX_REMEMBERED_DOCUMENTS = 10_000

/** A book as this process knows it; only its queue touches it. */
interface OpenBook {
  readonly book: NumberBook
  revision: bigint
  /** Documents that took a number since the book was opened; older ones are in the stream alone. */
  readonly numbers: LRUCache<string, string>
  /** The last revision whose document may not be among them. */
  unseenUpTo: bigint
}

export interface NumberTaking extends TakeNumber {
  readonly stream: string
  /** No number was taken for the document up to this revision. */
  readonly after: bigint
  readonly origin: Origin
}

/**
 * Gapless numbers: a book's stream is the counter. Each taking is decided on the book's last event
 * and appended at exactly that revision. A process that is second reads on and decides again.
 */
export interface NumberBooks {
  /** The revision the book is at, as far as is known; -1n for an empty one. */
  readonly revision: (stream: string) => Promise<bigint>
  readonly expectedNumber: (stream: string) => Promise<bigint>
  /** Refuses a number as `take` would, and takes nothing. */
  readonly refuseTaken: (stream: string, wanted: TakeNumber) => Promise<void>
  /** The document's number: the one it has already, or a new one. Refuses a given one that is taken. */
  readonly take: (taking: NumberTaking) => Promise<string>
}

export function numberBooks(log: Log): NumberBooks {
  const openBooks = new LRUCache<string, Promise<OpenBook>>({ max: MAX_OPEN_BOOKS })
  /** One at a time in each book, so that its cached head stays true. */
  const enqueue = streamQueue()

  function opened(stream: string): Promise<OpenBook> {
    const known = openBooks.get(stream)
    if (known !== undefined) return known
    const opening = openBook(log, stream)
    openBooks.set(stream, opening)
    opening.catch(() => openBooks.delete(stream))
    return opening
  }

  async function upToDate(stream: string): Promise<NumberBook> {
    const open = await opened(stream)
    await readOn(log, stream, open)
    return open.book
  }

  /** A refusal of a taken number names the document that has it. */
  async function namingHolder<T>(stream: string, wanted: TakeNumber, take: () => T | Promise<T>) {
    try {
      return await take()
    } catch (error) {
      const isUnnamed = error instanceof Rejection && error.details[0]?.existingId === undefined
      if (!isUnnamed || wanted.given === null) throw error
      const { revision } = await opened(stream)
      return refuseTaken(wanted, await holderOf(log, { stream, revision }, BigInt(wanted.given)))
    }
  }

  return {
    revision: async (stream) => (await opened(stream)).revision,
    expectedNumber: (stream) => enqueue(stream, async () => nextNumber(await upToDate(stream))),
    refuseTaken: (stream, wanted) =>
      enqueue(stream, async () => {
        const book = await upToDate(stream)
        await namingHolder(stream, wanted, () => takeNumber(book, wanted))
      }),
    take: (taking) =>
      enqueue(taking.stream, async () => {
        try {
          const open = await opened(taking.stream)
          return await namingHolder(taking.stream, taking, () => takeIn(log, open, taking))
        } catch (error) {
          if (!(error instanceof Rejection)) openBooks.delete(taking.stream)
          throw error
        }
      }),
  }
}

async function takeIn(log: Log, open: OpenBook, taking: NumberTaking): Promise<string> {
  for (let conflicts = 1; ; conflicts++) {
    const taken = open.numbers.get(taking.documentId) ?? (await findUnseen(log, open, taking))
    if (taken !== undefined) return taken
    const event = takeNumber(open.book, taking)
    if (await appended(log, open, taking, event)) return event.data.number
    await pauseAfterConflict(taking.stream, conflicts)
    await readOn(log, taking.stream, open)
  }
}

/** False if another writer has appended to the book in between. */
async function appended(log: Log, open: OpenBook, taking: NumberTaking, event: NumberBookEvent) {
  const { stream, origin, documentId } = taking
  const id = eventIdFrom(origin.commandId, `${stream}@${open.revision + 1n}`)
  const owner = { companyId: origin.companyId, purpose: 'company', person: 'company' } as const
  const recordedAt = instantOf(log.now())
  const family = numberBookEvents
  const toEncode = { family, event, id, stream, recordedAt, origin, owner }
  const expected = open.revision < 0n ? 'no_stream' : open.revision
  const written = await appendOne(log, toEncode, expected)
  if (written === undefined) return false
  evolveBook(open.book, event)
  open.numbers.set(documentId, event.data.number)
  open.revision = written.revision
  return true
}

/** The last event tells the sequence; only where given numbers stand above it is the book read whole. */
async function openBook(log: Log, stream: string): Promise<OpenBook> {
  const numbers = new LRUCache<string, string>({ max: MAX_REMEMBERED_DOCUMENTS })
  const stored = await log.eventStore.readStream(stream, { direction: 'backwards', maxCount: 1 })
  const [last] = await decodeEvents(log.vault, () => numberBookEvents, stored)
  if (last === undefined) return { book: bookOf(), revision: -1n, numbers, unseenUpTo: -1n }
  const { event, revision } = last
  if (event.data.ahead === 0) {
    const book = bookOf(BigInt(event.data.sequence))
    return { book, revision, numbers, unseenUpTo: revision }
  }
  const open: OpenBook = { book: bookOf(), revision: -1n, numbers, unseenUpTo: -1n }
  await readOn(log, stream, open)
  return open
}

async function readOn(log: Log, stream: string, open: OpenBook): Promise<void> {
  for await (const { event, revision } of takenAfter(log, stream, open.revision)) {
    evolveBook(open.book, event)
    open.numbers.set(event.data.documentId, event.data.number)
    open.revision = revision
  }
}

/** A number that was taken before this process opened the book, or that it no longer holds in memory. */
async function findUnseen(log: Log, open: OpenBook, { stream, documentId, after }: NumberTaking) {
  const isForgetful = open.numbers.size >= MAX_REMEMBERED_DOCUMENTS
  const upTo = isForgetful ? open.revision : open.unseenUpTo
  if (after >= upTo) return undefined
  for await (const { event, revision } of takenAfter(log, stream, after)) {
    if (event.data.documentId === documentId) return event.data.number
    if (revision >= upTo) return undefined
  }
  return undefined
}

async function* takenAfter(log: Log, stream: string, after: bigint) {
  let next = after + 1n
  for (;;) {
    const stored = await log.eventStore.readStream(stream, { from: next, maxCount: PAGE })
    yield* await decodeEvents(log.vault, () => numberBookEvents, stored)
    if (stored.length < PAGE) return
    next += BigInt(stored.length)
  }
}
