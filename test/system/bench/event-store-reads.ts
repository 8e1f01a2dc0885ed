import { EventStoreDBClient, FORWARDS, START } from '@eventstore/db-client'
import { median, type Run } from './benchmark.ts'
import { type Acknowledged, appendOne } from './event-store-appends.ts'
import { type BenchNode, startProgram } from './event-store-parts.ts'

/** The log as the client hands it over, beside the same client taking messages that lie ready. */
export async function measureReads(node: BenchNode, events: number, { quick, tell }: Run) {
  const count = Math.min(events, quick ? 8_000 : 60_000)
  const { host } = new URL(node.url)
  const prepared = await startProgram('test/system/bench/event-store-prepared.ts', {
    NODE: host,
    EVENTS: String(count),
  })
  const rounds: { ours: number; reference: number; catchUp: number }[] = []
  for (let round = 0; round <= (quick ? 3 : 5); round++) {
    const ours = await readRate(node.url, count)
    const reference = await readRate(`esdb://127.0.0.1:${prepared.port}?tls=false`, count)
    const catchUp = await catchUpRate(node.url, count)
    // The first one warms all of them up.
    if (round > 0) rounds.push({ ours, reference, catchUp })
    tell(
      `read ${ours.toFixed(0)} events/s, prepared ${reference.toFixed(0)}, caught up ${catchUp.toFixed(0)}`,
    )
  }
  await prepared.end()
  const ours = median(rounds.map((round) => round.ours))
  const reference = median(rounds.map((round) => round.reference))
  return {
    figures: {
      readEventsPerSecond: ours,
      catchUpEventsPerSecond: median(rounds.map((round) => round.catchUp)),
    },
    references: { preparedEventsPerSecond: reference },
    ratios: { read: ours / reference },
  }
}

async function readRate(url: string, count: number): Promise<number> {
  const client = EventStoreDBClient.connectionString(url)
  const startedAt = performance.now()
  let seen = 0
  const read = client.readAll({ direction: FORWARDS, fromPosition: START, maxCount: count })
  for await (const { event } of read) if (event !== undefined) seen++
  const seconds = (performance.now() - startedAt) / 1000
  await client.dispose()
  if (seen !== count) throw new Error(`${seen} of ${count} events came`)
  return count / seconds
}

async function catchUpRate(url: string, count: number): Promise<number> {
  const client = EventStoreDBClient.connectionString(url)
  const startedAt = performance.now()
  let seen = 0
  for await (const { event } of client.subscribeToAll()) {
    if (event !== undefined) seen++
    if (seen === count) break
  }
  const seconds = (performance.now() - startedAt) / 1000
  await client.dispose()
  return count / seconds
}

/** From the call that appends to the handler of a subscriber that is up to date. */
export async function measureLatency(node: BenchNode, acknowledged: Acknowledged, { quick }: Run) {
  const client = EventStoreDBClient.connectionString(node.url)
  const subscriber = EventStoreDBClient.connectionString(node.url)
  const subscription = subscriber.subscribeToAll({ fromPosition: 'end' })
  const caughtUp = new Promise((resolve) => subscription.once('caughtUp', resolve))
  let handled = Promise.withResolvers<number>()
  subscription.on('data', () => handled.resolve(performance.now()))
  await caughtUp
  const millis: number[] = []
  for (let sent = 0; sent < (quick ? 300 : 2_000); sent++) {
    handled = Promise.withResolvers<number>()
    const startedAt = performance.now()
    const [at] = await Promise.all([handled.promise, appendOne(client, acknowledged)])
    millis.push(at - startedAt)
  }
  await subscription.unsubscribe()
  await Promise.all([client.dispose(), subscriber.dispose()])
  return { figures: { latencyP50Ms: quantile(millis, 0.5), latencyP99Ms: quantile(millis, 0.99) } }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/** The log holds what was acknowledged, where it was said to be, and nothing else. */
export async function holdsExactly(node: BenchNode, acknowledged: Acknowledged): Promise<boolean> {
  const client = EventStoreDBClient.connectionString(node.url)
  let seen = 0
  let last = 0n
  let isRight = true
  for await (const { event } of client.readAll()) {
    const position = event?.position?.commit ?? 0n
    isRight &&= position > last && event?.id === acknowledged.get(position)
    isRight &&= event?.streamId === `bench-${event?.id}`
    seen++
    last = position
  }
  await client.dispose()
  return isRight && seen === acknowledged.size
}
