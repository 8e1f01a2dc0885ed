import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { logPosition, START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { withLogs } from '#kernel/platform/event-store/whole-log/clients.ts'
import { copyLog } from '#kernel/platform/event-store/whole-log/copy-log.ts'
import { kafkaClient } from '#kernel/platform/kafka/kafka.ts'
import { kafkaTopics } from '#kernel/platform/kafka/kafka-settings.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { settingsFrom } from '#kernel/platform/settings/read.ts'
import { withAdmin } from '#publishing/kafka/sending/admin.ts'
import { makeTopics } from '#publishing/kafka/sending/make-topics.ts'
import { beginTerm, isFenced, lastTermBy } from '#publishing/kafka/sending/term.ts'
import { POSITION_TOPIC } from '#publishing/kafka/sending/topics.ts'
import { clientOf, drafted } from '#test/local-stack/event-store/official-client.ts'
import { eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { withLog } from '#test/support/with-log.ts'
import { type Broker, startBroker } from './broker.ts'
import { startFeedProcess } from './feed-process.ts'
import { readWithJava } from './java-consumer.ts'
import { writerOf } from './writer.ts'

const PUBLISHED_WITHIN_MS = 60_000

let broker: Broker
beforeAll(async () => {
  broker = await startBroker()
  return broker.close
}, 180_000)

test('Kafka names the holder of the last term even before its first commit', async () => {
  const kafka = kafkaOf(broker)
  const settings = kafkaTopics(settingsFrom({}))
  await withAdmin(kafka, (admin) => makeTopics(admin, [POSITION_TOPIC], settings))
  const lastBy = (name: string) => atLast(() => lastTermBy(kafka, name))
  const begin = (by: string) => atLast(() => beginTerm(kafka, { name: 'counted', by }))
  expect(await lastBy('counted')).toBeUndefined()
  const place = { position: logPosition(7n), lastEvent: undefined }
  const checkpoint = { place, ends: {}, unfinished: [] }
  const [earlier, later] = [randomUUID(), randomUUID()]
  const stale = await begin(earlier)
  await stale.commit([], checkpoint)
  expect(await lastBy('counted')).toBe(earlier)
  const successor = await begin(later)
  expect(successor.checkpoint).toEqual(checkpoint)
  expect(await lastBy('counted')).toBe(later)
  expect(await lastBy('another')).toBeUndefined()
  const refused = await stale.commit([], checkpoint).catch((error: unknown) => error)
  expect(isFenced(refused)).toBe(true)
  await Promise.all([stale.close(), successor.close()])
}, 120_000)

test('in a store that the log was moved to, the feed continues after its last event', async () => {
  const [before, after] = [await eventStoreNodeForThisTest(), await eventStoreNodeForThisTest()]
  const vaultKey = randomBytes(32)
  const feedOn = async (eventStoreUrl: string) => {
    const databaseUrl = before.databases.feed
    const place = { brokers: broker.address, databaseUrl, eventStoreUrl, vaultKey }
    const feed = await startFeedProcess(place)
    onTestFinished(async () => void (await feed.end('SIGKILL')))
    return feed
  }
  const logOf = (eventStoreUrl: string) => ({
    databaseUrl: before.databaseUrl,
    eventStoreUrl,
    vaultKey: vaultKey.toString('hex'),
  })

  // The server's own books stay behind, so that each event has another position in the copy.
  await clientOf(before.url).appendToStream('$stats-1', Array.from({ length: 9 }, drafted))
  const feedBefore = await feedOn(before.url)
  await withLog(logOf(before.url), async ({ eventStore, vault }) => {
    const { writeOnce } = writerOf({ eventStore, vault })
    for (let key = 0; key < 8; key += 1) await writeOnce(key)
    await untilPublished(feedBefore, eventStore)
  })
  await feedBefore.end('SIGTERM')

  const unwatched = { begin: () => {}, reached: () => {}, end: () => {} }
  await withLogs({ from: before.url, to: after.url }, (logs) => copyLog(logs, unwatched))
  const feedAfter = await feedOn(after.url)
  const reader = readWithJava(broker.libraries, broker.address)
  onTestFinished(reader.close)
  await withLog(logOf(after.url), async ({ eventStore, vault }) => {
    const { writeOnce } = writerOf({ eventStore, vault })
    for (let key = 0; key < 8; key += 1) await writeOnce(key)
    await untilPublished(feedAfter, eventStore)
    const logged: string[] = []
    for await (const { id } of eventStore.readLog(START_OF_LOG)) logged.push(id)
    await vi.waitFor(() => expect(reader.count()).toBeGreaterThanOrEqual(logged.length), {
      timeout: PUBLISHED_WITHIN_MS,
      interval: 100,
    })
    const seen = reader.records().map(({ headers }) => headers.get('ce_id'))
    expect(seen.toSorted()).toEqual(logged.toSorted())
  })
}, 180_000)

async function untilPublished(
  { status }: Awaited<ReturnType<typeof startFeedProcess>>,
  { headOfLog }: EventStore,
) {
  const head = String(await headOfLog())
  await vi.waitFor(async () => expect((await status()).position).toBe(head), {
    timeout: PUBLISHED_WITHIN_MS,
    interval: 100,
  })
}

/** A broker that has just started lacks leaders and coordinators for a moment. */
const atLast = <Answer>(ask: () => Promise<Answer>) =>
  vi.waitFor(ask, { timeout: 20_000, interval: 50 })

const kafkaOf = ({ address }: Broker) =>
  kafkaClient({ brokers: [address], tls: false, sasl: undefined }, silentLogger)
