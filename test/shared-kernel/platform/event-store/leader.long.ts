// @module-tag one-node

import { expect, test } from 'vitest'
import { BEFORE_THE_LOG } from '#kernel/platform/event-store/event-store.ts'
import { eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { countedMs } from '#test/support/within.ts'
import { type Cluster, clusterForThisTest, endsOfLeader, type Member } from './cluster.ts'
import {
  eventually,
  listeningLogger,
  logOf,
  newEvents,
  newStream,
  recorder,
  storeForThisTest,
} from './support.ts'

/** As the services have it, but for the pause after which a client looks for its leader by itself. */
const patience = { appendTimeoutMs: 2_500, readTimeoutMs: 5_000, leaderMs: 250 }

/** A write that begins while there is no leader may come so long after the cluster's own first one. */
const BEHIND_THE_CLUSTER_MS = 4_000

/** A busy machine's node is not taken for a silent one. */
const NEVER_QUIET = { quietMs: 600_000 }

async function ownCluster() {
  const { port } = await eventStoreNodeForThisTest()
  return clusterForThisTest(port)
}

function followerOf(cluster: Cluster, options = {}) {
  const store = storeForThisTest(cluster.url, { ...patience, ...options })
  const seen = recorder()
  store.subscribe({ name: 'all', after: BEFORE_THE_LOG, maxBatch: 10, handle: seen.handle })
  return { store, seen }
}

/** The node on which subscriptions and appends of the client are. */
const whereCallsAre = (cluster: Cluster) => () =>
  cluster.members.flatMap(({ relay }, index) => (relay.openCalls() > 0 ? [index] : []))

/** A leader dies: the client goes to any node while the others elect one. */
function die(cluster: Cluster, leader: Member) {
  leader.network.end()
  cluster.bury(leader)
  cluster.elect(undefined)
}

test('a client that went to a follower while there was no leader goes to the new one', async () => {
  const cluster = await ownCluster()
  const { store, seen } = followerOf(cluster)
  const [first] = cluster.members
  await store.append(newStream(), newEvents(1), 'no_stream')
  await eventually(whereCallsAre(cluster)).toEqual([0])

  die(cluster, first)
  await store.append(newStream(), newEvents(1), 'no_stream')
  const [follower = 0] = whereCallsAre(cluster)()
  const other = follower === 1 ? 2 : 1
  cluster.elect(cluster.members[other])

  await eventually(whereCallsAre(cluster)).toEqual([other])
  await store.append(newStream(), newEvents(1), 'no_stream')
  await eventually(() => seen.ids().length).toBe(3)
  expect(new Set(seen.ids()).size).toBe(3)
})

test('a client follows a leader that has resigned, and loses no append on the way', async () => {
  const cluster = await ownCluster()
  const { store, seen } = followerOf(cluster)
  const move = new AbortController()
  async function writeOn(): Promise<number> {
    let written = 0
    const stream = newStream()
    for (; !move.signal.aborted; written += 1) {
      await store.append(stream, newEvents(1), written === 0 ? 'no_stream' : BigInt(written - 1))
    }
    return written
  }
  const writing = [writeOn(), writeOn(), writeOn()]
  await eventually(whereCallsAre(cluster)).toEqual([0])

  cluster.elect(cluster.members[2])
  await eventually(whereCallsAre(cluster)).toEqual([2])
  move.abort()

  const written = (await Promise.all(writing)).reduce((sum, count) => sum + count, 0)
  await eventually(() => seen.ids().length).toBe(written)
  expect((await logOf(store)).map(({ id }) => id)).toEqual(seen.ids())
})

test('a client stays where it is while the leader that is named does not answer', async () => {
  const cluster = await ownCluster()
  const log = listeningLogger()
  const { store } = followerOf(cluster, { ...NEVER_QUIET, logger: log.logger })
  await store.append(newStream(), newEvents(1), 'no_stream')
  const [, unreachable] = cluster.members
  unreachable.network.freeze()

  cluster.elect(unreachable)
  await eventually(unreachable.network.connections).toBeGreaterThan(2)

  expect(log.count('replacing the client')).toBe(0)
  expect(whereCallsAre(cluster)()).toEqual([0])
})

test('a client whose address prefers followers is not taken to the leader', async () => {
  const cluster = await ownCluster()
  const log = listeningLogger()
  const store = storeForThisTest(`${cluster.url}&nodePreference=follower`, {
    ...patience,
    ...NEVER_QUIET,
    logger: log.logger,
  })
  await store.append(newStream(), newEvents(1), 'no_stream')
  const [at = 0] = whereCallsAre(cluster)()
  expect(at).not.toBe(0)

  const [first, second, third] = cluster.members
  cluster.elect(at === 1 ? third : second)
  first.network.end()
  await store.append(newStream(), newEvents(1), 'no_stream')

  expect([whereCallsAre(cluster)(), log.count('replacing')]).toEqual([[at], 0])
})

test.each(endsOfLeader)(
  'a new process writes soon after the cluster does, where the leader %s',
  async (_how, fail) => {
    const cluster = await ownCluster()
    const [first, second, third] = cluster.members
    for (const { relay } of [second, third]) relay.loseRequests = true
    fail(first)
    const log = listeningLogger()
    const { store } = followerOf(cluster, { leaderMs: 30_000, logger: log.logger })
    const stream = newStream()
    const [event] = newEvents(1)
    const tries = ['first', 'second', 'third']

    // A caller that is answered 503 sends the same again.
    async function written(): Promise<void> {
      await store.append(stream, event === undefined ? [] : [event], 'no_stream').catch((error) => {
        if (tries.shift() === undefined) throw error
        return written()
      })
    }
    const writing = written()
    // The others have noticed nothing yet: their gossip names it, and what they are given does not arrive.
    await eventually(() => log.count('append in doubt')).toBeGreaterThanOrEqual(1)
    second.relay.loseRequests = false
    third.relay.loseRequests = false
    cluster.bury(first)
    cluster.elect(third)
    const sinceElectionMs = countedMs()

    await writing
    expect(sinceElectionMs()).toBeLessThan(BEHIND_THE_CLUSTER_MS)
    expect(await logOf(store)).toHaveLength(1)
  },
)
