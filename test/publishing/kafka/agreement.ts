import { expect, vi } from 'vitest'
import type { EventStore, StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { expectedOf } from './expected.ts'
import type { ReadRecord } from './java-consumer.ts'

const READ_WITHIN_MS = 90_000

interface Reader {
  readonly records: () => readonly ReadRecord[]
  readonly count: () => number
}

/** What a reader has seen is the log: nothing missing, nothing twice, each key in order, each value right. */
export async function expectFeedEqualsLog(eventStore: EventStore, reader: Reader): Promise<void> {
  const logged: StoredEvent[] = []
  for await (const event of eventStore.readLog(START_OF_LOG)) logged.push(event)
  await vi.waitFor(() => expect(reader.count()).toBeGreaterThanOrEqual(logged.length), {
    timeout: READ_WITHIN_MS,
    interval: 100,
  })
  const records = reader.records()
  const ids = records.map(({ headers }) => headers.get('ce_id') ?? '')
  expect(ids.length - new Set(ids).size, 'events that are there twice').toBe(0)
  expect(ids.toSorted()).toEqual(logged.map(({ id }) => id).toSorted())
  expect(perKey(records.map(asRead))).toEqual(perKey(logged.map(asLogged)))
  const published = records.map(({ key, headers, value }) => {
    const noun = headers.get('ce_type')?.split('.')[1]
    return [headers.get('ce_id'), noun, key, headers.get('ce_type'), JSON.parse(value)]
  })
  const expected = logged
    .map(expectedOf)
    .map(({ id, noun, key, type, data }) => [id, noun, key, type, data])
  expect(new Map(published.map((one) => [one[0], one]))).toEqual(
    new Map(expected.map((one) => [one[0], one])),
  )
}

/** The last record of each key is the state that the log leads to. */
export async function expectStatesEqualLog(eventStore: EventStore, reader: Reader): Promise<void> {
  const states = new Map<string, unknown>()
  for await (const event of eventStore.readLog(START_OF_LOG)) {
    const { noun, key, state } = expectedOf(event)
    states.set(`${noun} ${key}`, state)
  }
  // Records of a key are in one partition, so in the order in which they were read.
  const read = reader.records().map(({ key, headers, value }) => {
    const noun = headers.get('ce_type')?.split('.')[1]
    return [`${noun} ${key}`, JSON.parse(value)] as const
  })
  expect(new Map(read)).toEqual(states)
}

interface Entry {
  readonly key: string
  readonly id: string
  readonly sequence: string
  readonly position: string
}

const asRead = ({ key, headers, place }: ReadRecord): Entry => ({
  key: `${place.split(' ')[0]} ${key}`,
  id: headers.get('ce_id') ?? '',
  sequence: headers.get('ce_sequence') ?? '',
  position: headers.get('ce_position') ?? '',
})

const asLogged = ({ stream, id, revision, position }: StoredEvent): Entry => {
  const [category = '', key] = stream.split('-')
  return {
    key: `${nouns.get(category)} ${key}`,
    id,
    // Between two events of a form there is room for one of its person's forms.
    sequence: String(category === 'customerForm' ? revision * 2n : revision),
    position: String(position),
  }
}

const nouns = new Map([
  ['customerForm', 'customer-form'],
  ['expenseVoucher', 'expense-voucher'],
  ['kmtsVerification', 'kmts-verification'],
])

function perKey(entries: readonly Entry[]) {
  const keys = new Map<string, readonly Entry[]>()
  for (const entry of entries) keys.set(entry.key, [...(keys.get(entry.key) ?? []), entry])
  return keys
}
