import { appendOne } from '#command/event-sourcing/append.ts'
import { eventIdFrom } from '#kernel/domain/ids.ts'
import { instantOf } from '#kernel/domain/instant.ts'
import { Rejection } from '#kernel/domain/rejection.ts'
import { type NumberBookEvent, numberBookEvents } from '#kernel/events/claims.ts'
import { decodeEvents, type Origin } from '#kernel/platform/recording/event-codec.ts'
import { pauseAfterConflict, streamQueue } from '../event-sourcing/contention.ts'
import type { Log } from '../event-sourcing/log.ts'
import { evolveBook, nextNumber, refuseTaken, type TakeNumber, takeNumber } from './number-book.ts'
import {
  MAX_REMEMBERED_DOCUMENTS,
  type OpenBook,
  openBooksIn,
  readOn,
  type SearchFrom,
  takenAfter,
} from './open-book.ts'

export interface NumberTaking extends TakeNumber {
  /** Of the serial's book. */
  readonly stream: string
  /** Where the document's number was to be taken when that was recorded. */
  readonly requested: SearchFrom
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
  readonly refuseTaken: (stream: string, asked: TakeNumber) => Promise<void>
  /** The document's number: the one it has already, or a new one. Refuses a given one that is taken. */
  readonly take: (taking: NumberTaking) => Promise<string>
}

export function numberBooks(log: Log): NumberBooks {
  const open = openBooksIn(log)
  /** One at a time in each book, so that its cached head stays true. */
  const enqueue = streamQueue()

  /** A refusal of a taken number names the document that has it. */
  async function namingHolder<T>(stream: string, asked: TakeNumber, take: () => T | Promise<T>) {
    try {
      return await take()
    } catch (error) {
      const isUnnamed = error instanceof Rejection && error.details[0]?.existingId === undefined
      if (!isUnnamed || asked.given === null) throw error
      const { book, ...place } = await open.opened(stream)
      const number = BigInt(asked.given)
      return refuseTaken(asked, book.ahead.get(number) ?? (await holderOf(log, place, number)))
    }
  }

  async function takeIn(taking: NumberTaking): Promise<string> {
    const book = await open.opened(taking.stream)
    for (let conflicts = 1; ; conflicts++) {
      const taken = book.numbers.get(taking.documentId) ?? (await findUnseen(log, book, taking))
      if (taken !== undefined) return taken
      const event = takeNumber(book.book, taking)
      if (await appended(log, book, taking, event)) return event.data.number
      await pauseAfterConflict(taking.stream, conflicts)
      await readOn(log, book)
    }
  }

  return {
    revision: async (stream) => (await open.opened(stream)).revision,
    expectedNumber: (stream) =>
      enqueue(stream, async () => nextNumber((await open.upToDate(stream)).book)),
    refuseTaken: (stream, asked) =>
      enqueue(stream, async () => {
        const { book } = await open.upToDate(stream)
        await namingHolder(stream, asked, () => takeNumber(book, asked))
      }),
    take: (taking) =>
      enqueue(taking.stream, async () => {
        try {
          return await namingHolder(taking.stream, taking, () => takeIn(taking))
        } catch (error) {
          if (!(error instanceof Rejection)) open.forget(taking.stream)
          throw error
        }
      }),
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

/** A number that was taken before this process opened the book, or that it no longer holds in memory. */
async function findUnseen(
  log: Log,
  open: OpenBook,
  { stream, requested, documentId }: NumberTaking,
) {
  const isForgetful = open.numbers.size >= MAX_REMEMBERED_DOCUMENTS
  const upTo = isForgetful ? open.revision : open.unseenUpTo
  const after = requested.stream === stream ? requested.after : -1n
  if (after >= upTo) return undefined
  return numberIn(takenAfter(log, { stream, after }), documentId, upTo)
}

async function numberIn(
  takings: ReturnType<typeof takenAfter>,
  documentId: string,
  upTo?: bigint,
): Promise<string | undefined> {
  for await (const { event, revision } of takings) {
    if (event.data.documentId === documentId) return event.data.number
    if (upTo !== undefined && revision >= upTo) return undefined
  }
  return undefined
}

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
async function holderOf(
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
  // What another system gave was entered after the sequence had passed it.
  for await (const { event } of takenAfter(log, { stream, after: first })) {
    if (BigInt(event.data.number) === number) return event.data.documentId
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
