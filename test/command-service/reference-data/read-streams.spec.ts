import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { followLog } from '#command/reference-data/follow-log.ts'
import { readStreams } from '#command/reference-data/read-streams.ts'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import type { EventStore, LogPlace, StoredEvent } from '#kernel/platform/event-store/event-store.ts'
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

const namesOf = (events: readonly StoredEvent[]) =>
  events.map(({ stream, revision }) => `${stream} ${revision.toString()}`)

test('streams that are known by name are read in the order of the log, up to its end', async () => {
  const { eventStore } = system()
  const [one = '', other = ''] = await twoCompanies()

  const { events, upTo } = await readStreams(eventStore, [other, one, 'company-none'])

  expect(namesOf(events)).toEqual([`${one} 0`, `${other} 0`, `${one} 1`])
  expect(upTo).toMatchObject({ position: await eventStore.headOfLog(), passed: { company: 3 } })
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

  const { events, upTo } = await readStreams(eventStore, [one])

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

  const { events } = await readStreams(late, [one])

  expect(namesOf(events)).toEqual([`${one} 0`, `${one} 1`])
})

test('a follower of known streams takes in what they have, and follows the log from its end', async () => {
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
      streams,
      maxBatch: 10,
      take: async (events) => void taken.push(...events),
    },
  )
  onTestFinished(following.close)
  await following.caughtUp
  const later = newDealer()
  await importing(system(), [later.company()])
  const names = [`${streams[0]} 0`, `${streams[1]} 0`, `${streams[0]} 1`]

  await expect
    .poll(() => namesOf(taken), patience)
    .toEqual([...names, `company-${later.companyId} 0`])
  expect(begins).toMatchObject([{ position: end }])
})
