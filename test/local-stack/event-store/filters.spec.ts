// @module-tag embedded-node

import {
  type EventStoreDBClient,
  eventTypeFilter,
  excludeSystemEvents,
  type Filter,
  jsonEvent,
  streamNameFilter,
} from '@eventstore/db-client'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { status } from '@grpc/grpc-js'
import { expect, test } from 'vitest'
import { eventStoreNodeForThisFile, eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import {
  clientOf,
  drafted,
  eventually,
  first,
  manyDrafted,
  newStream,
  numbersIn,
} from './official-client.ts'
import {
  type FilterOn,
  failureOf,
  filterOptions,
  logOptions,
  messagesOf,
  nothing,
  rawClient,
} from './raw-calls.ts'

const node = eventStoreNodeForThisFile()
const isNew = { expectedRevision: 'no_stream' } as const

const types = ['VoucherDrafted', 'InvoiceDrafted', 'VoucherApproved', 'CustomerOpened', 'Döviz']

async function dayOfEvents(client: EventStoreDBClient) {
  const events = types.map((type) => jsonEvent({ type, data: {} }))
  await client.appendToStream('day-1', events, isNew)
  await client.appendToStream('day-22', events.slice(0, 2), isNew)
  await client.setStreamMetadata('day-1', { maxCount: 100 })
  await client.appendToStream('rate_%\\-1', [jsonEvent({ type: 'Rate_%\\', data: {} })], isNew)
  await client.appendToStream("o'%\\'-1", [jsonEvent({ type: "It's\\'", data: {} })], isNew)
}

const everyThird = Array.from({ length: 9000 }, (_, index) => `voucher${index * 3}-`)

const filters: readonly (readonly [FilterOn, Parameters<typeof filterOptions>[1], number[]])[] = [
  ['type', { prefixes: ['Voucher'] }, [1, 3, 6]],
  ['type', { prefixes: ['Voucher', 'VoucherA', 'Inv'] }, [1, 2, 3, 6, 7]],
  ['type', { prefixes: [''] }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ['type', { prefixes: [] }, []],
  ['type', { prefixes: ['voucher', 'VoucherDraftedTwice'] }, []],
  ['type', { prefixes: [...everyThird, 'D', 'Customer'] }, [4, 5]],
  ['type', { prefixes: ['Rate_%\\'] }, [9]],
  ['type', { prefixes: ["It's\\", 'Inv'] }, [2, 7, 10]],
  ['type', { prefixes: ['V%', '_oucher', 'Rate%', '\\Voucher'] }, []],
  ['type', { regex: 'Drafted$' }, [1, 2, 6, 7]],
  ['type', { regex: '^(Invoice|Customer)' }, [2, 4, 7]],
  ['type', { regex: 'v' }, [2, 3, 5, 7]],
  ['type', { regex: '(?i)V' }, [1, 2, 3, 5, 6, 7]],
  ['type', { regex: '^D.viz$' }, [5]],
  ['type', { regex: '^\\p{Lu}\\p{Ll}+$' }, [5]],
  ['type', { regex: 'Voucher', prefixes: ['Invoice'] }, [1, 3, 6]],
  ['stream', { regex: '^day-\\d$' }, [1, 2, 3, 4, 5]],
  ['stream', { regex: '^[^$].*' }, [1, 2, 3, 4, 5, 6, 7, 9, 10]],
  ['stream', { prefixes: ['$$', 'day-2'] }, [6, 7, 8]],
  ['stream', { prefixes: ['rate_%\\', 'day_'] }, [9]],
  ['stream', { prefixes: ["o'%\\'", 'day-2', ''] }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ['stream', { prefixes: ["o'%\\'", 'day-2', "o'; select"] }, [6, 7, 10]],
]

test('a filter finds the same in a read forwards, in one backwards and in a subscription', async () => {
  const { url } = await eventStoreNodeForThisTest()
  const client = clientOf(url)
  const raw = rawClient(url)
  await dayOfEvents(client)
  const number = await numbersIn(client)
  const place = new streams.ReadReq.Options.AllOptions().setEnd(nothing())
  for (const [on, expression, expected] of filters) {
    const forwards = logOptions().setFilter(filterOptions(on, expression))
    const backwards = logOptions()
      .setAll(place)
      .setReadDirection(streams.ReadReq.Options.ReadDirection.BACKWARDS)
      .setFilter(filterOptions(on, expression))
    const found = await Promise.all([messagesOf(raw, forwards), messagesOf(raw, backwards)])
    const positions = found.map((messages) =>
      messages.map((message) => number(BigInt(message.getEvent()?.getCommitPosition() ?? 0))),
    )
    expect([expression, ...positions]).toEqual([expression, expected, expected.toReversed()])
  }
  const matching = async (filter: Filter, count: number) =>
    (await first(count, client.subscribeToAll({ filter }))).map(({ commitPosition }) =>
      number(commitPosition),
    )
  expect(await matching(eventTypeFilter({ regex: 'Drafted$' }), 4)).toEqual([1, 2, 6, 7])
  expect(await matching(streamNameFilter({ prefixes: ['$$', 'day-2'] }), 3)).toEqual([6, 7, 8])
  expect(await matching(excludeSystemEvents(), 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('a filtered read ends after the requested number of events', async () => {
  const { url } = await eventStoreNodeForThisTest()
  const client = clientOf(url)
  await dayOfEvents(client)
  const number = await numbersIn(client)
  const options = logOptions('2').setFilter(filterOptions('type', { prefixes: ['Voucher'] }))
  const found = await messagesOf(rawClient(url), options)
  const positions = found.map((message) => BigInt(message.getEvent()?.getCommitPosition() ?? 0))
  expect(positions.map(number)).toEqual([1, 3])
})

const unusable = ['(', '[z-a]', '(?!Voucher)', '(Voucher)\\1', 'a**', '(?>a)', 'x'.repeat(9000)]

test.for(unusable)(
  'an expression that cannot be used is refused with the reason: %s',
  async (regex) => {
    const options = logOptions().setFilter(filterOptions('type', { regex }))
    const failure = await failureOf(
      rawClient(node.url).read(new streams.ReadReq().setOptions(options)),
    )
    expect(failure.code).toBe(status.INVALID_ARGUMENT)
    expect(failure.details).toMatch(/regular expression .*(?:too long|RE2)/)
    const filter = eventTypeFilter({ regex })
    const following = first(1, clientOf(node.url).subscribeToAll({ filter }))
    await expect(following).rejects.toMatchObject({ code: status.INVALID_ARGUMENT })
  },
)

test('streams that EventStoreDB hides are in no read of the log', async () => {
  const { url } = await eventStoreNodeForThisTest()
  const client = clientOf(url)
  const hidden = ['$epoch-information', '$persistentsubscription-$all::a::b-checkpoint']
  hidden.push('$persistentsubscription-$all::a-parked')
  const shown = ['$persistentsubscription-day::a-parked', '$epoch-informations', 'day-1']
  for (const stream of [...hidden, ...shown]) await client.appendToStream(stream, drafted(), isNew)
  const raw = rawClient(url)
  const options = logOptions().setFilter(filterOptions('type', { prefixes: ['Drafted'] }))
  for (const read of [logOptions(), options]) {
    const found = await messagesOf(raw, read)
    const names = found.map((message) => message.getEvent()?.getEvent()?.getStreamIdentifier())
    expect(names.map((name) => Buffer.from(name?.getStreamName_asU8() ?? []).toString())).toEqual(
      shown,
    )
  }
  const seen = await first(3, client.subscribeToAll())
  expect(seen.map(({ event }) => event?.streamId)).toEqual(shown)
})

interface Checkpoints {
  readonly window?: number
  readonly interval: number
}

/** At which a subscription from the start begins, from 24.10 on. */
const BEFORE_FIRST_EVENT = 2n ** 64n - 1n

/** What a subscriber receives, in order: checkpoints behind the start, and that it has caught up. */
async function toldTo(client: EventStoreDBClient, { window, interval }: Checkpoints) {
  const told: (bigint | 'caught up')[] = []
  const filter = streamNameFilter({
    prefixes: ['voucher-'],
    checkpointInterval: interval,
    ...(window === undefined ? {} : { maxSearchWindow: window }),
    checkpointReached: async (_subscription, { commit }) => {
      if (commit < BEFORE_FIRST_EVENT) told.push(commit)
    },
  })
  const subscription = client.subscribeToAll({ filter }).resume()
  subscription.on('caughtUp', () => told.push('caught up'))
  return told
}

const inNumbers = async (client: EventStoreDBClient, told: readonly (bigint | 'caught up')[]) => {
  const number = await numbersIn(client)
  return told.map((what) => (what === 'caught up' ? what : number(what)))
}

/** More than the node keeps in memory of the end of its log. */
const MANY = 9_600

async function expectCheckpoints(
  client: EventStoreDBClient,
  options: Checkpoints,
  expected: readonly number[],
) {
  const told = await toldTo(client, options)
  await eventually(() => expect(told.at(-1)).toBe('caught up'))
  expect(await inNumbers(client, told)).toEqual([...expected, 'caught up'])
}

const every = (step: number, from: number, count: number) =>
  Array.from({ length: count }, (_, index) => from + index * step)

test('during catch-up a checkpoint names the start of each window, and there is none at the end', async () => {
  const client = clientOf((await eventStoreNodeForThisTest()).url)
  const invoices = (count: number) =>
    client.appendToStream(newStream('invoice'), manyDrafted(count), isNew)
  await invoices(100)
  await expectCheckpoints(client, { interval: 1 }, [1, 33, 65])
  await expectCheckpoints(client, { window: 1, interval: 1 }, every(1, 1, 100))
  await expectCheckpoints(client, { window: 50, interval: 1 }, [1, 51])
  await expectCheckpoints(client, { window: 10, interval: 4 }, [31, 71])
  await expectCheckpoints(client, { window: 101, interval: 1 }, [])
  for (let count = 100; count < MANY; count += 500) await invoices(500)
  await expectCheckpoints(client, { window: 600, interval: 1 }, every(600, 1, 16))
  await expectCheckpoints(client, { window: 300, interval: 2 }, every(600, 301, 16))
})

test('the checkpoint of a window with matches is its last match', async () => {
  const client = clientOf((await eventStoreNodeForThisTest()).url)
  const append = (noun: string, count: number) =>
    client.appendToStream(newStream(noun), manyDrafted(count), isNew)
  for (let count = 0; count < MANY; count += 400) {
    await append('invoice', 150)
    await append('voucher', 20)
    await append('invoice', 230)
  }
  await expectCheckpoints(client, { window: 400, interval: 1 }, every(400, 170, 24))
  await expectCheckpoints(client, { window: 200, interval: 2 }, every(400, 201, 24))
  await expectCheckpoints(client, { window: 160, interval: 5 }, every(800, 641, 12))
})

test('after catch-up a checkpoint follows a number of events that do not match', async () => {
  const client = clientOf((await eventStoreNodeForThisTest()).url)
  const append = (noun: string, count: number) =>
    client.appendToStream(newStream(noun), manyDrafted(count), isNew)
  await append('invoice', 40)
  const told = await toldTo(client, { interval: 1 })
  await eventually(() => expect(told.at(-1)).toBe('caught up'))
  // Eight of them were looked at behind the last window.
  await append('invoice', 10)
  await append('voucher', 50)
  await append('invoice', 46)
  await eventually(() => expect(told).toHaveLength(4))
  expect(await inNumbers(client, told)).toEqual([1, 'caught up', 114, 146])
})

test('a read backwards by names gives what it asks for of many pages, the newest first', async () => {
  const { url } = await eventStoreNodeForThisTest()
  const client = clientOf(url)
  const wanted = newStream('wanted')
  for (let turn = 0; turn < 4; turn += 1) {
    await client.appendToStream(wanted, manyDrafted(100))
    await client.appendToStream(newStream('other'), manyDrafted(300), isNew)
  }
  const end = new streams.ReadReq.Options.AllOptions().setEnd(nothing())
  const read = async (count: string, prefixes: readonly string[]) => {
    const backwards = logOptions(count)
      .setAll(end)
      .setReadDirection(streams.ReadReq.Options.ReadDirection.BACKWARDS)
      .setFilter(filterOptions('stream', { prefixes }))
    const found = await messagesOf(rawClient(url), backwards)
    return found.map((message) => message.getEvent()?.getEvent()?.getStreamRevision())
  }
  const down = (count: number) => Array.from({ length: count }, (_, behind) => String(399 - behind))

  expect(await read('330', ['wanted-', 'absent-'])).toEqual(down(330))
  expect(await read('1000', ['absent-', 'wanted-'])).toEqual(down(400))
  expect(await read('1000', ['absent-'])).toEqual([])
})
