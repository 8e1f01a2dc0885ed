import { randomUUID } from 'node:crypto'
import {
  type NumberBooks,
  type NumberTaking,
  numberBooks,
} from '#command/numbering/number-books.ts'
import { type NumberBookEvent, numberBookEvents } from '#kernel/events/claims.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { encodeEvent } from '#kernel/platform/recording/event-codec.ts'
import { originOfProcess } from '#kernel/platform/recording/origin.ts'
import type { Infrastructure } from '#test/support/infrastructure.ts'

export const newBook = () => `numberBook-${randomUUID()}`
const originOfTest = () =>
  originOfProcess('test', { companyId: 'company-1', commandId: randomUUID(), cause: null })

export const taking = (
  stream: string,
  documentId: string,
  { after = -1n, ...given }: Partial<NumberTaking> & { readonly after?: bigint } = {},
): NumberTaking => ({
  stream,
  others: [],
  documentId,
  serial: 'GP',
  given: null,
  requested: { stream, after },
  origin: originOfTest(),
  ...given,
})

/** Number books on a spec's own log. */
export const booksOf = (infrastructure: () => Infrastructure) => {
  const openBooks = (eventStore: EventStore = infrastructure().eventStore): NumberBooks =>
    numberBooks({ eventStore, vault: infrastructure().vault, now: Date.now })

  async function fill(stream: string, count: number) {
    const { eventStore, vault } = infrastructure()
    const origin = originOfTest()
    const events = await Promise.all(
      Array.from({ length: count }, (_, index) => {
        const number = String(index + 1)
        const taken = { serial: 'GP', number, documentId: `old-${number}`, given: false }
        const event: NumberBookEvent = {
          type: 'NumberTaken',
          data: { ...taken, sequence: number, ahead: 0 },
        }
        return encodeEvent(vault, {
          family: numberBookEvents,
          event,
          id: randomUUID(),
          stream,
          recordedAt: '2026-11-20T09:00:00.000Z',
          origin,
          owner: { companyId: 'company-1', purpose: 'company', person: 'company' },
        })
      }),
    )
    for (let from = 0; from < count; from += 1_000) {
      const expected = from === 0 ? 'no_stream' : BigInt(from - 1)
      await eventStore.append(stream, events.slice(from, from + 1_000), expected)
    }
  }

  /** Counts what a process reads. */
  function counting() {
    const { eventStore } = infrastructure()
    let read = 0
    const store: EventStore = {
      ...eventStore,
      readStream: async (...arguments_) => {
        const events = await eventStore.readStream(...arguments_)
        read += events.length
        return events
      },
    }
    return { store, read: () => read }
  }

  return { openBooks, fill, counting }
}
