import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { followLog } from '#command/reference-data/follow-log.ts'
import { categoriesAtStart, streamsAtStart } from '#command/reference-data/read-at-start.ts'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import {
  type EventStore,
  EventStoreUnavailable,
  type LogPlace,
  type StoredEvent,
} from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { newDealer } from '#test/support/import-lines.ts'
import { noMacs } from '#test/support/no-macs.ts'
import { importing, systemForThisFile } from '#test/support/operator.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'

const system = systemForThisFile()
const patience = { timeout: LONGEST_WAIT_MS }

/** Two companies, of which the first is recorded again, and other things between and behind them. */
async function twoCompanies() {
  const dealers = [newDealer(), newDealer()] as const
  const [one, other] = dealers
  await importing(system(), [one.company(), one.price()])
  await importing(system(), [other.company()])
  await importing(system(), [one.company({ kmtsEnabled: true }), other.price()])
  return dealers.map(({ companyId }) => `company-${companyId}`)
}

/** What a start reads of streams that are known by name. */
async function standing(log: EventStore, streams: readonly string[]) {
  const found = await streamsAtStart(streams)(log)
  if (found === undefined) throw new Error('nothing was read')
  return found
}

const namesOf = (events: readonly StoredEvent[]) =>
  events.map(({ stream, revision }) => `${stream} ${revision.toString()}`)

test('streams that are known by name are read in the order of the log, up to its end', async () => {
  const { eventStore } = system()
  const [one = '', other = ''] = await twoCompanies()

  const { events, upTo } = await standing(eventStore, [other, one, 'company-none'])

  expect(namesOf(events)).toEqual([`${one} 0`, `${other} 0`, `${one} 1`])
  expect(upTo.position).toBe(await eventStore.headOfLog())
})

test('the end may be an event of somebody else, after any number of them', async () => {
  const { eventStore, eventStoreUrl } = system()
  const [one = ''] = await twoCompanies()
  const somebody = connectEventStore({ url: eventStoreUrl, logger: silentLogger, macs: noMacs })
  onTestFinished(somebody.close)
  const statistics = Array.from({ length: 100 }, () => ({
    id: randomUUID(),
    type: 'Statistics',
    data: {},
    metadata: {},
  }))
  await somebody.append(`statistics-${randomUUID()}`, statistics, 'no_stream')

  const { events, upTo } = await standing(eventStore, [one])

  expect(namesOf(events)).toEqual([`${one} 0`, `${one} 1`])
  expect(upTo).toMatchObject({ position: await eventStore.headOfLog(), lastEvent: undefined })
})

test('what is appended after the end was found is left to the subscription', async () => {
  const { eventStore } = system()
  const [one = ''] = await twoCompanies()
  const companyId = one.slice('company-'.length)
  const late = {
    ...eventStore,
    readStream: async (...read: Parameters<EventStore['readStream']>) => {
      await importing(system(), [newDealer(companyId).company({ kmtsEnabled: false })])
      return eventStore.readStream(...read)
    },
  }

  const { events } = await standing(late, [one])

  expect(namesOf(events)).toEqual([`${one} 0`, `${one} 1`])
})

test('categories are read by the names of their streams, as the whole log has them', async () => {
  const { eventStore } = system()
  await twoCompanies()
  const streamPrefixes = ['company-', 'price-']
  const whole = await Array.fromAsync(eventStore.readLog(START_OF_LOG))
  const wanted = whole.filter(({ stream }) => streamPrefixes.some((one) => stream.startsWith(one)))

  const found = await categoriesAtStart(streamPrefixes, silentLogger)(eventStore)

  expect(wanted.length).toBeGreaterThan(4)
  expect(found?.events).toEqual(wanted)
  expect(found?.upTo.position).toBe(await eventStore.headOfLog())
})

test('the log is followed from its beginning where that is too much, or the store takes too long', async () => {
  const { eventStore } = system()
  await twoCompanies()
  const tooLate = {
    ...eventStore,
    readLogBack: () => {
      throw new EventStoreUnavailable('no answer within 5000 ms')
    },
  }

  expect(await categoriesAtStart(['company-'], silentLogger, 2)(eventStore)).toBeUndefined()
  expect(await categoriesAtStart(['company-'], silentLogger)(tooLate)).toBeUndefined()
})

test.each([
  { begin: 'what stands in its streams', isRead: true },
  { begin: 'the beginning of the log, where nothing was read', isRead: false },
])('a follower takes in $begin, and then what comes', async ({ isRead }) => {
  const { eventStore, pool } = system()
  const streams = await twoCompanies()
  const end = await eventStore.headOfLog()
  const begins: LogPlace[] = []
  const taken: StoredEvent[] = []
  const subscribe: EventStore['subscribe'] = (wanted) => {
    begins.push(wanted.after)
    return eventStore.subscribe(wanted)
  }

  const following = followLog(
    { eventStore: { ...eventStore, subscribe }, pool, logger: silentLogger },
    {
      name: 'companies',
      what: 'companies',
      streamPrefixes: ['company-'],
      readAtStart: isRead ? streamsAtStart(streams) : async () => undefined,
      maxBatch: 10,
      take: async (events) => void taken.push(...events),
    },
  )
  onTestFinished(following.close)
  await following.caughtUp
  const later = newDealer()
  await importing(system(), [later.company()])
  const names = [`${streams[0]} 0`, `${streams[1]} 0`, `${streams[0]} 1`]

  const ours = new Set([...streams, `company-${later.companyId}`])

  await expect
    .poll(() => namesOf(taken.filter(({ stream }) => ours.has(stream))), patience)
    .toEqual([...names, `company-${later.companyId} 0`])
  expect(begins).toMatchObject([{ position: isRead ? end : START_OF_LOG }])
})
