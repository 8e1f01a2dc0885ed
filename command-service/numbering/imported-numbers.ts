import { eventIdFrom } from '#kernel/domain/ids.ts'
import { instantOf } from '#kernel/domain/instant.ts'
import { numberBookEvents } from '#kernel/events/claims.ts'
import { RevisionConflict } from '#kernel/platform/event-store/event-store.ts'
import { encodeEvent, type Origin } from '#kernel/platform/recording/event-codec.ts'
import type { Log } from '../event-sourcing/log.ts'
import { bookOf, evolveBook, importNumber, type NumberBook } from './number-book.ts'
import { takenAfter } from './open-book.ts'
import type { BooksOfSerial } from './serial-books.ts'

const AT_ONCE = 500

/** A book with the document of each of its numbers. */
interface WholeBook {
  readonly stream: string
  readonly book: NumberBook
  readonly holders: Map<bigint, string>
  revision: bigint
}

export interface NumbersOfSerial {
  /** The document that has the number, in any of the serial's books. */
  readonly holderOf: (number: bigint) => string | undefined
  /** Enters what another system gave. Numbers that other documents have meanwhile stay theirs. */
  readonly enter: (numbers: ReadonlyMap<bigint, string>, origin: Origin) => Promise<void>
}

/** The numbers of a serial, read whole: documents of the past may have any that no document has here. */
export async function numbersOfSerial(
  log: Log,
  serial: string,
  { stream, others: spellings }: BooksOfSerial,
): Promise<NumbersOfSerial> {
  const own = emptyBook(stream)
  const others = spellings.map(emptyBook)
  const holderOf = (number: bigint) =>
    [own, ...others].map(({ holders }) => holders.get(number)).find((id) => id !== undefined)

  async function readOn() {
    for (const one of [own, ...others]) {
      for await (const { event, revision } of takenAfter(log, {
        stream: one.stream,
        after: one.revision,
      })) {
        evolveBook(one.book, event)
        one.holders.set(BigInt(event.data.number), event.data.documentId)
        one.revision = revision
      }
    }
  }

  /** At most one batch, decided on a book that nobody else has written since; false if somebody has. */
  async function append(batch: readonly (readonly [bigint, string])[], origin: Origin) {
    const trial = { sequence: own.book.sequence, ahead: new Map(own.book.ahead) }
    const owner = { companyId: origin.companyId, purpose: 'company', person: 'company' } as const
    const recordedAt = instantOf(log.now())
    const spelled = others.map(({ book }) => book)
    const events = batch.map(([number, documentId]) => {
      const event = importNumber(trial, { serial, documentId, number }, spelled)
      evolveBook(trial, event)
      const id = eventIdFrom(origin.commandId, `${stream}@${own.revision}#${number}`)
      const toEncode = { family: numberBookEvents, event, id, stream, recordedAt, origin, owner }
      return encodeEvent(log.vault, toEncode)
    })
    const expected = own.revision < 0n ? 'no_stream' : own.revision
    try {
      await log.eventStore.append(stream, await Promise.all(events), expected)
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error
    }
  }

  await readOn()
  return {
    holderOf,
    async enter(numbers, origin) {
      await readOn()
      // The highest first: whatever interrupts this, no number is issued meanwhile that another document has.
      const missing = [...numbers].filter(([number]) => holderOf(number) === undefined)
      const descending = missing.toSorted(([one], [other]) => (one < other ? 1 : -1))
      for (let done = 0; done < descending.length; done += AT_ONCE) {
        for (let left = descending.slice(done, done + AT_ONCE); left.length > 0; ) {
          await append(left, origin)
          await readOn()
          left = left.filter(([number]) => holderOf(number) === undefined)
        }
      }
    },
  }
}

const emptyBook = (stream: string): WholeBook => ({
  stream,
  book: bookOf(),
  holders: new Map(),
  revision: -1n,
})
