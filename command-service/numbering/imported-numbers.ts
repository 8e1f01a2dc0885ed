import { eventIdFrom } from '#kernel/domain/ids.ts'
import { instantOf } from '#kernel/domain/instant.ts'
import { numberBookEvents } from '#kernel/events/claims.ts'
import { RevisionConflict } from '#kernel/platform/event-store/event-store.ts'
import { encodeEvent, type Origin } from '#kernel/platform/recording/event-codec.ts'
import type { Log } from '../event-sourcing/log.ts'
import { bookOf, evolveBook, importNumber } from './number-book.ts'
import { takenAfter } from './open-book.ts'

const AT_ONCE = 500

export interface NumbersOfSerial {
  /** The document that has the number. */
  readonly holderOf: (number: bigint) => string | undefined
  /** Enters what another system gave. Numbers that other documents have meanwhile stay theirs. */
  readonly enter: (numbers: ReadonlyMap<bigint, string>, origin: Origin) => Promise<void>
}

/** The numbers of a serial, read whole: documents of the past may have any that no document has here. */
export async function numbersOfSerial(
  log: Log,
  serial: string,
  stream: string,
): Promise<NumbersOfSerial> {
  const book = bookOf()
  const holders = new Map<bigint, string>()
  const holderOf = (number: bigint) => holders.get(number)
  let read = -1n

  async function readOn() {
    for await (const { event, revision } of takenAfter(log, { stream, after: read })) {
      evolveBook(book, event)
      holders.set(BigInt(event.data.number), event.data.documentId)
      read = revision
    }
  }

  /** At most one batch, decided on a book that nobody else has written since; false if somebody has. */
  async function append(batch: readonly (readonly [bigint, string])[], origin: Origin) {
    const trial = { sequence: book.sequence, ahead: new Map(book.ahead) }
    const owner = { companyId: origin.companyId, purpose: 'company', person: 'company' } as const
    const recordedAt = instantOf(log.now())
    const events = batch.map(([number, documentId]) => {
      const event = importNumber(trial, { serial, documentId, number })
      evolveBook(trial, event)
      const id = eventIdFrom(origin.commandId, `${stream}@${read}#${number}`)
      const toEncode = { family: numberBookEvents, event, id, stream, recordedAt, origin, owner }
      return encodeEvent(log.vault, toEncode)
    })
    const expected = read < 0n ? 'no_stream' : read
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
