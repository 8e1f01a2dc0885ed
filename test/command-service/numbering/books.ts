import { randomUUID } from 'node:crypto'
import {
  type NumberBooks,
  type NumberTaking,
  numberBooks,
} from '#command/numbering/number-books.ts'
import { type NumberBookEvent, numberBookEvents } from '#kernel/events/claims.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import type { Infrastructure } from '#test/support/infrastructure.ts'
import { originIn, recordEvents } from '#test/support/stored-events.ts'

export const newBook = () => `numberBook-${randomUUID()}`

export const taking = (
  stream: string,
  documentId: string,
  { after = -1n, ...given }: Partial<NumberTaking> & { readonly after?: bigint } = {},
): NumberTaking => ({
  stream,
  documentId,
  serial: 'GP',
  given: null,
  requested: { stream, after },
  origin: originIn('company-1'),
  ...given,
})

/** Number books on a spec's own log. */
export const booksOf = (infrastructure: () => Infrastructure) => {
  const openBooks = (eventStore: EventStore = infrastructure().eventStore): NumberBooks =>
    numberBooks({ eventStore, vault: infrastructure().vault, now: Date.now })

  async function fill(stream: string, count: number) {
    const taken = Array.from({ length: count }, (_, index): NumberBookEvent => {
      const number = String(index + 1)
      const documentId = `old-${number}`
      const data = { serial: 'GP', number, documentId, given: false, sequence: number, ahead: 0 }
      return { type: 'NumberTaken', data }
    })
    for (let from = 0; from < count; from += 1_000) {
      await recordEvents(infrastructure(), {
        family: numberBookEvents,
        events: taken.slice(from, from + 1_000),
        stream,
        companyId: 'company-1',
        after: from === 0 ? undefined : BigInt(from - 1),
      })
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
