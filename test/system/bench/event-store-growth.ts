import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { schema } from '#stack/event-store/storage/schema.ts'
import { median, type Run } from './benchmark.ts'
import { type BenchDatabases, startNode, withDatabase } from './event-store-parts.ts'

const EVENTS_PER_STREAM = 10
const CONCURRENCY = 16
const APPENDS = 300
const READS = 300

/** A log of that many events of 1 KiB in streams of ten, as if they had been appended one after the other. */
export async function filledNode(databases: BenchDatabases, name: string, events: number) {
  const url = await databases.database(name)
  await withDatabase(url, async (client) => {
    await client.query(schema)
    await client.query(
      `insert into event_store.events
       select 64 + n * 1088::bigint, 'filled-' || n % ${events / EVENTS_PER_STREAM}, n / ${events / EVENTS_PER_STREAM},
         gen_random_uuid(), 'Filled', 'application/json', 17e15::bigint + n,
         convert_to('{"number":' || n || ',"padding":"' || repeat('x', 980) || '"}', 'UTF8'), ''
       from generate_series(0, ${events - 1}) as n`,
    )
    await client.query('vacuum (analyze) event_store.events')
  })
  return { ...(await startNode(url)), events }
}

type FilledNode = Awaited<ReturnType<typeof filledNode>>

/** How long the same work takes in a small log and in a large one, alternately. */
export async function measureGrowth(small: FilledNode, large: FilledNode, { quick, tell }: Run) {
  const clients = [small, large].map(({ url }) => EventStoreDBClient.connectionString(url))
  const [ofSmall, ofLarge] = [small, large].map((node, index) => {
    const client = clients[index]
    if (client === undefined) throw new Error('each node has its client')
    return workOn(client, node.events / EVENTS_PER_STREAM)
  })
  if (ofSmall === undefined || ofLarge === undefined) throw new Error('two logs are compared')
  const rounds: { small: number; large: number }[] = []
  for (let round = 0; round <= (quick ? 3 : 9); round++) {
    const times = { small: await ofSmall(), large: await ofLarge() }
    // The first one warms both of them up.
    if (round > 0) rounds.push(times)
  }
  await Promise.all(clients.map((client) => client.dispose()))
  const [smallMs, largeMs] = [
    median(rounds.map((round) => round.small)),
    median(rounds.map((round) => round.large)),
  ]
  tell(
    `${small.events} events: ${smallMs.toFixed(0)} ms, ${large.events} events: ${largeMs.toFixed(0)} ms`,
  )
  return {
    figures: { largeLogMs: largeMs },
    references: { smallLogMs: smallMs },
    ratios: { growth: largeMs / smallMs },
  }
}

/** Appends to new streams and to streams of the log, and reads of streams; gives the milliseconds. */
function workOn(client: EventStoreDBClient, streams: number) {
  const last = new Map<number, bigint>()
  const busy = new Set<number>()
  const lastOf = (stream: number) => last.get(stream) ?? BigInt(EVENTS_PER_STREAM - 1)
  const anyStream = () => Math.floor(Math.random() * streams)
  const padded = () => jsonEvent({ type: 'Padded', data: { padding: 'x'.repeat(960) } })
  const create = async () => {
    const event = padded()
    await client.appendToStream(`new-${event.id}`, event, { expectedRevision: 'no_stream' })
  }
  const goOn = async () => {
    let stream = anyStream()
    while (busy.has(stream)) stream = anyStream()
    busy.add(stream)
    const expectedRevision = lastOf(stream)
    await client.appendToStream(`filled-${stream}`, padded(), { expectedRevision })
    last.set(stream, expectedRevision + 1n)
    busy.delete(stream)
  }
  const read = async () => {
    const stream = anyStream()
    let expected = 0n
    for await (const { event } of client.readStream(`filled-${stream}`)) {
      if (event?.revision !== expected) throw new Error(`filled-${stream} has a gap`)
      expected += 1n
    }
    const whole = lastOf(stream) + 1n
    if (expected !== whole) throw new Error(`filled-${stream} has ${expected} of ${whole} events`)
  }
  return async () => {
    const startedAt = performance.now()
    await alternate([create, goOn], APPENDS)
    await alternate([read], READS)
    return performance.now() - startedAt
  }
}

async function alternate(kinds: readonly (() => Promise<void>)[], count: number) {
  let begun = 0
  const worker = async () => {
    while (begun < count) {
      const work = kinds[begun % kinds.length]
      begun++
      await work?.()
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}
