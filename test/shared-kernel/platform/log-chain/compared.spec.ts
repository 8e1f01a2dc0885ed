// @module-tag embedded-node

import { randomBytes, randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { newClient } from '#kernel/platform/event-store/client.ts'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import {
  BEFORE_THE_LOG,
  type LogPlace,
  type NewEvent,
} from '#kernel/platform/event-store/event-store.ts'
import type { LogTally } from '#kernel/platform/event-store/holes.ts'
import { readPlace, writePlace } from '#kernel/platform/event-store/kept-place.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { followLogIntoChain } from '#kernel/platform/log-chain/follower.ts'
import { chainTally } from '#kernel/platform/log-chain/tally.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { openVault } from '#kernel/platform/vault/vault.ts'
import { databasesOfRoles } from '#test/support/database.ts'
import { embeddedNodeForThisTest } from '#test/support/embedded-node.ts'
import { execute } from '#test/support/execute.ts'
import { noMacs } from '#test/support/no-macs.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { relayForThisTest } from '../event-store/relay.ts'

const SOON = { timeout: LONGEST_WAIT_MS, interval: 20 }
/** Followers are compared four times as often. */
const STANDSTILL_MS = 400
/** In the first one a follower may not have come as far yet. */
const ROUNDS = 3
const DAMAGED = 'customer-damaged'
/** The option of a request to read that asks for everything to come, too, in its bytes. */
const SUBSCRIPTION = Buffer.from([0x32, 0])

const newEvents = (count: number): NewEvent[] =>
  Array.from({ length: count }, (_, at) => ({
    id: randomUUID(),
    type: 'Happened',
    data: { at },
    metadata: { companyId: 'c'.repeat(24) },
  }))

/** A log of customers and sessions, its hash chain, and followers that are compared with it. */
async function comparedLog() {
  const { url, databaseUrl, scavenge } = await embeddedNodeForThisTest()
  const { projections } = databasesOfRoles(databaseUrl)
  const pool = openPool(projections, { logger: silentLogger, max: 4, name: 'test' })
  onTestFinished(() => pool.end())
  const { eventMacs: macs } = await openVault(pool, randomBytes(32))
  const inChain = chainTally(pool)
  let comparedAt = START_OF_LOG
  const tally: LogTally = {
    ...inChain,
    upTo: async (place) => {
      const counts = await inChain.upTo(place)
      if (counts !== undefined && place.position > comparedAt) comparedAt = place.position
      return counts
    },
  }
  const store = connectEventStore({
    url,
    logger: silentLogger,
    macs,
    tally,
    standstillMs: STANDSTILL_MS,
  })
  onTestFinished(store.close)
  const administrator = newClient(url)
  onTestFinished(() => administrator.dispose())
  const stranger = connectEventStore({ url, logger: silentLogger, macs: noMacs })
  onTestFinished(stranger.close)

  const chain = () => {
    const running = followLogIntoChain({
      pool,
      eventStore: store,
      logger: silentLogger,
      signedCount: async () => 0,
    })
    onTestFinished(running.close)
    return running
  }

  async function follow(after: LogPlace = BEFORE_THE_LOG, name: string = randomUUID()) {
    const streamPrefixes = ['customer-', 'numberBook-']
    const handle = async () => undefined
    const follower = store.subscribe({ name, after, streamPrefixes, maxBatch: 10, handle })
    const head = await store.headOfLog()
    await expect.poll(() => follower.place().position >= head, SOON).toBe(true)
    return { follower, name, kept: () => readPlace(writePlace(follower.place())) }
  }

  /** All followers have been compared behind all that was written: while a round goes on, the next one waits. */
  async function compared() {
    for (let round = 0; round < ROUNDS; round++) {
      const { position } = await store.append(
        `numberBook-${randomUUID()}`,
        newEvents(1),
        'no_stream',
      )
      await expect.poll(() => comparedAt >= position, SOON).toBe(true)
    }
  }

  // On a busy machine a follower may stand still for so short a time, too.
  const holes = () =>
    store.standstills().flatMap(({ reason }) => (reason.includes(' lacks ') ? [reason] : []))
  return {
    url,
    databaseUrl,
    store,
    stranger,
    administrator,
    scavenge,
    pool,
    macs,
    chain,
    follow,
    compared,
    holes,
  }
}

type Compared = Awaited<ReturnType<typeof comparedLog>>

const damages: Readonly<Record<string, (log: Compared) => Promise<unknown>>> = {
  deleted: ({ administrator }) => administrator.deleteStream(DAMAGED),
  tombstoned: ({ administrator }) => administrator.tombstoneStream(DAMAGED),
  cut: ({ administrator }) => administrator.setStreamMetadata(DAMAGED, { truncateBefore: 3 }),
  limited: ({ administrator }) => administrator.setStreamMetadata(DAMAGED, { maxCount: 1 }),
}

test.for(Object.entries(damages))(
  'what a stream has lost that was %s is missed by nobody, also when nothing tells of it any more',
  async ([how, damage]) => {
    const log = await comparedLog()
    const { store, follow, compared, holes } = log
    const chain = log.chain()
    await store.append(DAMAGED, newEvents(5), 'no_stream')
    await store.append('customer-whole', newEvents(2), 'no_stream')
    const before = await follow()
    await compared()
    await before.follower.close()

    await damage(log)
    expect(await log.scavenge()).toBeGreaterThan(0)
    if (how === 'limited' || how === 'cut') await log.administrator.setStreamMetadata(DAMAGED, {})
    await follow(before.kept())
    await follow()
    await compared()
    expect(holes()).toEqual([])

    await chain.close()
    await execute(log.databaseUrl, 'truncate vault.log_chain')
    log.chain()
    await compared()
    expect(holes()).toEqual([])
  },
)

test('events of other programs and forged ones are missed by nobody', async () => {
  const { store, stranger, chain, follow, compared, holes } = await comparedLog()
  await store.append('customer-1', newEvents(2), 'no_stream')
  chain()
  await stranger.append('customer-theirs', newEvents(3), 'no_stream')
  await follow()
  await stranger.append('customer-1', newEvents(1), 1n)
  await store.append('customer-1', newEvents(1), 2n)
  await stranger.append('customer-theirs', newEvents(1), 2n)
  await follow()
  await compared()
  expect(holes()).toEqual([])
})

test('a chain that begins later, or was taken away, and places of a release that did not count raise no alarm', async () => {
  const { store, databaseUrl, chain, follow, compared, holes } = await comparedLog()
  await store.append('customer-1', newEvents(3), 'no_stream')
  const before = await follow()
  await before.follower.close()
  const { position, lastEvent } = before.kept()
  await store.append('customer-2', newEvents(2), 'no_stream')
  const counting = await follow({ position, lastEvent }, 'counting')
  await follow()
  chain()
  await compared()
  expect(holes()).toEqual([])
  // It has the counts from the chain, and keeps them with the next event.
  const kept = async () => {
    await compared()
    return counting.kept()
  }
  await expect.poll(kept, SOON).toMatchObject({ passed: { customer: 5 } })

  await execute(databaseUrl, 'truncate vault.log_chain')
  await compared()
  expect(holes()).toEqual([])

  const last = counting.kept()
  await counting.follower.close()
  const end = (await store.append('customer-3', newEvents(4), 'no_stream')).position
  await follow({ ...last, position: end }, 'counting')
  await expect.poll(holes, SOON).toEqual(['counting lacks 4 events of the log: 4 of customer'])
})

test('a place inside of a block whose last event is not known is not compared', async () => {
  const { store, pool, chain, follow, compared, holes } = await comparedLog()
  await store.append('customer-1', newEvents(1), 'no_stream')
  const first = chain()
  await expect.poll(() => first.status().count, SOON).toBe(1)
  await first.close()
  await store.append('customer-2', newEvents(4), 'no_stream')
  const all = await Array.fromAsync(store.readLog(START_OF_LOG))
  const inside = all.at(-2)?.position ?? START_OF_LOG
  const after = { position: inside, lastEvent: undefined, passed: { customer: 4 } }
  const released = Promise.withResolvers<undefined>()
  const follower = store.subscribe({
    name: randomUUID(),
    after,
    streamPrefixes: ['customer-'],
    maxBatch: 10,
    handle: () => released.promise,
  })
  chain()
  await follow()
  await compared()
  expect(follower.place()).toEqual(after)
  expect(await chainTally(pool).upTo(after)).toBeUndefined()
  expect(holes()).toEqual([])

  released.resolve(undefined)
  await compared()
  expect(holes()).toEqual([])
})

test('a revision that is left out twice is a hole, and one that is left out once is read again', async () => {
  const { url, macs, store: writer } = await comparedLog()
  const relay = await relayForThisTest(Number(new URL(url).port))
  const store = connectEventStore({
    url: relay.url,
    logger: silentLogger,
    macs,
    standstillMs: STANDSTILL_MS,
  })
  onTestFinished(store.close)
  const seen: string[] = []
  const follow = (name: string) =>
    store.subscribe({
      name,
      after: BEFORE_THE_LOG,
      streamPrefixes: [`${name}-`],
      maxBatch: 10,
      handle: async (events) => void seen.push(...events.map(({ id }) => id)),
    })
  const [first, once, twice, last] = newEvents(4)
  if (!first || !once || !twice || !last) throw new Error('four events')
  await writer.append('customer-1', [first, once, twice, last], 'no_stream')
  let times = 0
  relay.changeRead = (answer, request) =>
    request.includes(SUBSCRIPTION) &&
    (answer.includes(twice.id) || (answer.includes(once.id) && times++ === 0))
      ? undefined
      : answer
  follow('customer')

  await expect
    .poll(() => store.standstills().map(({ reason }) => reason), SOON)
    .toEqual(['customer lacks an event of the log: 1 of customer-1'])
  await expect.poll(() => seen, SOON).toEqual([first.id, once.id, last.id])
})
