import { setTimeout as pause } from 'node:timers/promises'
import {
  type AllStreamSubscription,
  END,
  EventStoreDBClient,
  streamNameFilter,
} from '@eventstore/db-client'
import { type Run, ratePerSecond } from './benchmark.ts'
import { appendOne, latestOf } from './event-store-appends.ts'
import { type BenchNode, withDatabase } from './event-store-parts.ts'

const LIVE = 10
const LIVE_FILTERED = 10
const CATCHING_UP = 20
const SLOW = 10
const SUBSCRIPTIONS = LIVE + LIVE_FILTERED + CATCHING_UP + SLOW
const SETTLE_MS = 20_000

/** What the node needs while it serves 50 subscriptions of every kind and takes appends. */
export async function measureMemory(node: BenchNode, { quick, tell }: Run) {
  const connections = Array.from({ length: SUBSCRIPTIONS }, (_, index) =>
    // Clients of one process share a connection unless they differ, and one that rests stops all.
    EventStoreDBClient.connectionString(`${node.url}&keepAliveInterval=${10_001 + index}`),
  )
  const followers = await follow(connections)
  const writer = EventStoreDBClient.connectionString(node.url)
  const acknowledged = new Map<bigint, string>()
  const durationMs = quick ? 6_000 : 30_000
  await ratePerSecond({ concurrency: 16, durationMs }, () => appendOne(writer, acknowledged))
  const rssMb = await node.mostRssMb()
  const last = latestOf(acknowledged)
  const deadline = Date.now() + SETTLE_MS
  while (!followers.live.every(({ position }) => position() >= last) && Date.now() < deadline) {
    await pause(20)
  }
  const correct =
    followers.live.every(({ seen, isInOrder }) => isInOrder() && seen() === acknowledged.size) &&
    (await allAreWhole(node.databaseUrl, followers.behind))
  const caughtUp = followers.behind.reduce((sum, { seen }) => sum + seen(), 0)
  tell(
    `50 subscriptions: ${rssMb.toFixed(0)} MB, ${acknowledged.size} appends, ${caughtUp} events read meanwhile`,
  )
  await Promise.all([...connections, writer].map((client) => client.dispose()))
  return { figures: { rssMb }, correct }
}

async function follow(connections: readonly EventStoreDBClient[]) {
  const filter = streamNameFilter({ prefixes: ['bench-'] })
  const subscribed = connections.map((client, index) => {
    if (index >= LIVE + LIVE_FILTERED) return client.subscribeToAll()
    return client.subscribeToAll({ fromPosition: END, ...(index < LIVE ? {} : { filter }) })
  })
  const live = subscribed.slice(0, LIVE + LIVE_FILTERED)
  const behind = subscribed.slice(LIVE + LIVE_FILTERED)
  const confirmed = live.map(
    (subscription) => new Promise((resolve) => subscription.once('confirmation', resolve)),
  )
  const followers = {
    live: live.map((subscription) => watch(subscription)),
    behind: behind.map((subscription, index) =>
      watch(subscription, index < SLOW ? { restMs: 200, every: 1 } : { restMs: 50, every: 64 }),
    ),
  }
  await Promise.all(confirmed)
  return followers
}

interface Rests {
  readonly restMs: number
  readonly every: number
}

/** A subscriber from the start of the log has seen all of it up to its position. */
const allAreWhole = (databaseUrl: string, followers: readonly ReturnType<typeof watch>[]) =>
  withDatabase(databaseUrl, async (client) => {
    for (const { position, seen, isInOrder } of followers) {
      const [upTo, count] = [position(), seen()]
      const { rows } = await client.query<{ count: string }>(
        'select count(*) from event_store.events where position <= $1',
        [upTo],
      )
      if (!isInOrder() || count === 0 || rows[0]?.count !== String(count)) return false
    }
    return true
  })

/** Counts the events; one that rests lets the node wait for it. */
function watch(subscription: AllStreamSubscription, rests?: Rests) {
  let position = 0n
  let isInOrder = true
  let seen = 0
  subscription.on('error', () => {
    isInOrder = false
  })
  subscription.on('data', ({ event }) => {
    const next = event?.position?.commit ?? 0n
    isInOrder &&= next > position
    position = next
    seen += 1
    if (rests === undefined || seen % rests.every > 0) return
    subscription.pause()
    setTimeout(() => subscription.resume(), rests.restMs).unref()
  })
  return { position: () => position, seen: () => seen, isInOrder: () => isInOrder }
}
