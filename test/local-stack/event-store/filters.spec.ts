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
import { clientOf, drafted, eventually, first, manyDrafted, newStream } from './official-client.ts'
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
}

const everyThird = Array.from({ length: 9000 }, (_, index) => `voucher${index * 3}-`)

const filters: readonly (readonly [FilterOn, Parameters<typeof filterOptions>[1], number[]])[] = [
  ['type', { prefixes: ['Voucher'] }, [1, 3, 6]],
  ['type', { prefixes: ['Voucher', 'VoucherA', 'Inv'] }, [1, 2, 3, 6, 7]],
  ['type', { prefixes: [''] }, [1, 2, 3, 4, 5, 6, 7, 8]],
  ['type', { prefixes: [] }, []],
  ['type', { prefixes: ['voucher', 'VoucherDraftedTwice'] }, []],
  ['type', { prefixes: [...everyThird, 'D', 'Customer'] }, [4, 5]],
  ['type', { regex: 'Drafted$' }, [1, 2, 6, 7]],
  ['type', { regex: '^(Invoice|Customer)' }, [2, 4, 7]],
  ['type', { regex: 'v' }, [2, 3, 5, 7]],
  ['type', { regex: '(?i)V' }, [1, 2, 3, 5, 6, 7]],
  ['type', { regex: '^D.viz$' }, [5]],
  ['type', { regex: '^\\p{Lu}\\p{Ll}+$' }, [5]],
  ['type', { regex: 'Voucher', prefixes: ['Invoice'] }, [1, 3, 6]],
  ['stream', { regex: '^day-\\d$' }, [1, 2, 3, 4, 5]],
  ['stream', { regex: '^[^$].*' }, [1, 2, 3, 4, 5, 6, 7]],
  ['stream', { prefixes: ['$$', 'day-2'] }, [6, 7, 8]],
]

test('a filter finds the same in a read forwards, in one backwards and in a subscription', async () => {
  const { url } = await eventStoreNodeForThisTest()
  const client = clientOf(url)
  const raw = rawClient(url)
  await dayOfEvents(client)
  const place = new streams.ReadReq.Options.AllOptions().setEnd(nothing())
  for (const [on, expression, expected] of filters) {
    const forwards = logOptions().setFilter(filterOptions(on, expression))
    const backwards = logOptions()
      .setAll(place)
      .setReadDirection(streams.ReadReq.Options.ReadDirection.BACKWARDS)
      .setFilter(filterOptions(on, expression))
    const found = await Promise.all([messagesOf(raw, forwards), messagesOf(raw, backwards)])
    const positions = found.map((messages) =>
      messages.map((message) => Number(message.getEvent()?.getCommitPosition())),
    )
    expect([expression, ...positions]).toEqual([expression, expected, expected.toReversed()])
  }
  const matching = async (filter: Filter, count: number) =>
    (await first(count, client.subscribeToAll({ filter }))).map(({ commitPosition }) =>
      Number(commitPosition),
    )
  expect(await matching(eventTypeFilter({ regex: 'Drafted$' }), 4)).toEqual([1, 2, 6, 7])
  expect(await matching(streamNameFilter({ prefixes: ['$$', 'day-2'] }), 3)).toEqual([6, 7, 8])
  expect(await matching(excludeSystemEvents(), 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('a filtered read stops after as many events as were asked for', async () => {
  const { url } = await eventStoreNodeForThisTest()
  await dayOfEvents(clientOf(url))
  const options = logOptions('2').setFilter(filterOptions('type', { prefixes: ['Voucher'] }))
  const found = await messagesOf(rawClient(url), options)
  expect(found.map((message) => message.getEvent()?.getCommitPosition())).toEqual(['1', '3'])
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

test('what EventStoreDB keeps for itself is in no read of the log', async () => {
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
    expect(found.map((message) => message.getEvent()?.getCommitPosition())).toEqual(['4', '5', '6'])
  }
  const seen = await first(3, client.subscribeToAll())
  expect(seen.map(({ event }) => event?.streamId)).toEqual(shown)
})

interface Checkpoints {
  readonly window?: number
  readonly interval: number
}

/** The checkpoints a subscriber gets, as they come. */
function checkpointsOf(client: EventStoreDBClient, { window, interval }: Checkpoints) {
  const checkpoints: number[] = []
  const filter = streamNameFilter({
    prefixes: ['voucher-'],
    checkpointInterval: interval,
    ...(window === undefined ? {} : { maxSearchWindow: window }),
    checkpointReached: async (_subscription, { commit }) => {
      checkpoints.push(Number(commit))
    },
  })
  client.subscribeToAll({ filter }).resume()
  return checkpoints
}

test('checkpoints come after so many events looked at, and where the log ends', async () => {
  const client = clientOf((await eventStoreNodeForThisTest()).url)
  for (let count = 0; count < 6; count += 1) {
    await client.appendToStream(newStream('invoice'), manyDrafted(32), isNew)
    await client.appendToStream(newStream(), manyDrafted(32), isNew)
  }
  const byWindow = checkpointsOf(client, { window: 64, interval: 1 })
  const byMultiple = checkpointsOf(client, { window: 10, interval: 5 })
  const byDefault = checkpointsOf(client, { interval: 2 })
  const ofWindowAlone = checkpointsOf(client, { window: 100, interval: 1 })
  await eventually(() => {
    expect(byWindow).toEqual([64, 128, 192, 256, 320, 384])
    expect(byMultiple).toEqual([50, 100, 150, 200, 250, 300, 350, 384])
    expect(byDefault).toEqual(byWindow)
    expect(ofWindowAlone).toEqual([100, 200, 300, 384])
  })
  await client.appendToStream(newStream('invoice'), manyDrafted(70), isNew)
  await eventually(() => expect(byWindow).toEqual([64, 128, 192, 256, 320, 384, 448]))
  await eventually(() => expect(byMultiple.at(-1)).toBe(434))
})
