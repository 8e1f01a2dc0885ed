// @module-tag embedded-node

import { jsonEvent } from '@eventstore/db-client'
import { expect, onTestFinished, test } from 'vitest'
import { newClient } from '#kernel/platform/event-store/client.ts'
import {
  BEFORE_THE_LOG,
  type EventMacs,
  type LogPlace,
  type LogSubscription,
} from '#kernel/platform/event-store/event-store.ts'
import { SERVER_VERSIONS } from '#kernel/platform/event-store/server-versions.ts'
import { embeddedNodeForThisTest } from '#test/support/embedded-node.ts'
import { noMacs } from '#test/support/no-macs.ts'
import { eventually, logOf, newEvents, newStream, recorder, storeForThisTest } from './support.ts'

const theirs = 'analytics'
/** Knows our streams from theirs by name. */
const macs: EventMacs = { ...noMacs, isNamedAsOurs: (stream) => !stream.startsWith(theirs) }

async function storeBesideAnother(version: (typeof SERVER_VERSIONS)[number]) {
  const node = await embeddedNodeForThisTest({ version })
  const client = newClient(node.url)
  onTestFinished(() => client.dispose())
  let metadata = 0
  return {
    ...node,
    store: storeForThisTest(node.url, { macs }),
    /** Its last event replaces the one before, which a scavenge deletes. */
    describe: async () => {
      metadata += 1
      const event = jsonEvent({ type: '$metadata', data: { $maxCount: 1_000 + metadata } })
      await client.appendToStream(`$$${theirs}-1`, event)
    },
    /** Each replaces the one before. */
    note: () => client.appendToStream(`${theirs}-2`, jsonEvent({ type: 'Noted', data: {} })),
    keepOne: () => client.setStreamMetadata(`${theirs}-2`, { maxCount: 1 }),
  }
}

const kinds: Readonly<Record<string, Partial<LogSubscription>>> = {
  'of everything': {},
  'of some streams': { streamPrefixes: ['happening-'] },
  'of most of the log': { streamPrefixes: ['happening-'], mostOfTheLog: true },
  'with the events of neighbours': { withNeighbours: true },
}
const cases = SERVER_VERSIONS.flatMap((version) =>
  Object.entries(kinds).flatMap(([kind, wanted]) =>
    (['system', 'neighbour'] as const).map((whose) => ({ version, kind, wanted, whose })),
  ),
)

test.for(cases)(
  'on $version a follower $kind leaves out nothing when the $whose event at its place is scavenged',
  async ({ version, wanted, whose }) => {
    const other = await storeBesideAnother(version)
    const { store } = other
    const stream = newStream()
    await store.append(stream, newEvents(1), 'no_stream')
    if (whose === 'neighbour') await other.keepOne()
    const write = whose === 'system' ? other.describe : other.note
    await write()
    const seen = recorder()
    const follow = (after: LogPlace) =>
      store.subscribe({ name: 'all', after, maxBatch: 10, handle: seen.handle, ...wanted })
    const before = follow(BEFORE_THE_LOG)
    const head = await store.headOfLog()
    await eventually(() => before.place().position).toBe(head)
    await before.close()

    await store.append(stream, newEvents(1), 0n)
    await write()
    expect(await other.scavenge()).toBeGreaterThan(0)
    await store.append(stream, newEvents(1), 1n)
    const again = follow(before.place())
    const end = await store.headOfLog()
    await eventually(() => again.place().position).toBe(end)

    const ours = seen.events.filter((event) => event.stream === stream)
    expect(ours.map(({ revision }) => revision)).toEqual([0n, 1n, 2n])
    expect((await logOf(store, before.place().position)).map(({ revision }) => revision)).toEqual([
      1n,
      2n,
    ])
  },
)

test('a place of an earlier version that refers to a scavenged event of a neighbour is read on from', async () => {
  const other = await storeBesideAnother('23.10.6')
  const { store } = other
  const stream = newStream()
  await store.append(stream, newEvents(1), 'no_stream')
  await other.keepOne()
  await other.note()
  const position = await store.headOfLog()
  const [noted] = await store.readStream(`${theirs}-2`, { maxCount: 1 })
  if (noted === undefined) throw new Error('the neighbour has written nothing')
  await store.append(stream, newEvents(1), 0n)
  await other.note()
  expect(await other.scavenge()).toBe(1)

  const seen = recorder()
  store.subscribe({
    name: 'all',
    after: { position, lastEvent: noted },
    maxBatch: 10,
    handle: seen.handle,
  })

  await eventually(() => seen.events.map(({ revision }) => revision)).toEqual([1n])
  expect(store.anotherLog()).toBeUndefined()
})
