import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { kafkaClient } from '#kernel/platform/kafka/kafka.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { withAdmin } from '#publishing/kafka/sending/admin.ts'
import { eventStoreProcessForThisTest } from '#test/support/event-store.ts'
import { testParts } from '#test/support/parts/test-parts.ts'
import { withLog } from '#test/support/with-log.ts'
import { expectFeedEqualsLog, expectStatesEqualLog } from './agreement.ts'
import { startBroker } from './broker.ts'
import { type FeedProcess, startFeedProcess } from './feed-process.ts'
import { type ReadRecord, readWithJava, STATE_TOPICS } from './java-consumer.ts'
import { KILLS, killSeries } from './kill-series.ts'
import { setBackAndRestored } from './set-back-log.ts'
import { writerOf } from './writer.ts'

const LOST = 'sarraf.kmts-verifications.v1'
const REPAIRED_WITHIN_MS = 60_000

test(`every public event is in Kafka once and in order, though feed, broker and log are killed ${KILLS} times, the broker is frozen, a topic is lost and the log is set back`, {
  timeout: 600_000,
}, async () => {
  const broker = await startBroker()
  onTestFinished(broker.close)
  const node = await eventStoreProcessForThisTest()
  const vaultKey = randomBytes(32)
  const place = { databaseUrl: node.databases.feed, eventStoreUrl: node.url, vaultKey }
  const feed = await startFeedProcess({ ...place, brokers: broker.address })
  onTestFinished(async () => void (await feed.end('SIGKILL')))
  const another = await startFeedProcess({ ...place, brokers: broker.address }, { started: false })
  onTestFinished(async () => void (await another.end('SIGKILL')))
  const reader = readWithJava(broker.libraries, broker.address, { topics: UNHARMED_TOPICS })
  onTestFinished(reader.close)
  const key = vaultKey.toString('hex')
  const loseATopic = async () => {
    await deleteTopic(broker.address)
    await isDamaged([feed, another])
    await backfilled({
      KAFKA_BROKERS: broker.address,
      DATABASE_URL: node.databases.feed,
      EVENTSTORE_URL: node.url,
      VAULT_KEY: key,
    })
  }

  const setLogBack = async (leading: FeedProcess) => {
    // An event store in a container keeps its log where a test cannot cut it.
    if (testParts.kind === 'embedded') await setBackAndRestored(node, leading)
  }

  await withLog({ ...place, vaultKey: key }, async (log) => {
    const writer = writerOf(log)
    const stop = new AbortController()
    const writing = writer.writeUntil(stop.signal, { workers: 2, pauseMs: 25 })
    const read = reader.count
    const targets = { broker, node, feed, another, loseATopic, setLogBack, read }
    const surviving = killSeries(targets)
    await Promise.all([writing, surviving.finally(() => stop.abort())])
    await allPublished(log.eventStore, [feed, another])
    const readAll = (topics?: string) =>
      readWithJava(broker.libraries, broker.address, {
        untilTheEnd: true,
        ...(topics !== undefined && { topics }),
      })
    const [events, states] = [readAll(), readAll(STATE_TOPICS)]
    await Promise.all([events.ended, states.ended])
    await expectFeedEqualsLog(log.eventStore, events)
    await expectStatesEqualLog(log.eventStore, states)
    const unharmed = events.records().filter(({ place: of }) => !of.startsWith('kmts-verification'))
    await vi.waitFor(() => expect(reader.count()).toBe(unharmed.length), {
      timeout: REPAIRED_WITHIN_MS,
      interval: 100,
    })
    expect(idsOf(reader.records())).toEqual(idsOf(unharmed))
  })
})

/** A live consumer of a topic that is deleted loses its place, so this one reads the others. */
const UNHARMED_TOPICS = 'sarraf[.](customers|expense-vouchers)[.]v1'

const idsOf = (records: readonly ReadRecord[]) =>
  records.map(({ headers }) => headers.get('ce_id')).toSorted()

const deleteTopic = (address: string) =>
  vi.waitFor(
    () =>
      withAdmin(
        kafkaClient({ brokers: [address], tls: false, sasl: undefined }, silentLogger),
        async (admin) => {
          const there = await admin.listTopics()
          if (there.includes(LOST)) await admin.deleteTopics({ topics: [LOST] })
        },
      ),
    { timeout: REPAIRED_WITHIN_MS, interval: 100 },
  )

/** One of the feeds leads, and sees what was lost. */
const isDamaged = (feeds: readonly FeedProcess[]) =>
  vi.waitFor(
    async () => {
      const phases = feeds.map(({ status }) => status().then(({ phase }) => phase))
      expect((await Promise.allSettled(phases)).map(valueOf)).toContain('topicDamaged')
    },
    { timeout: REPAIRED_WITHIN_MS, interval: 100 },
  )

const backfilled = (environment: Readonly<Record<string, string>>) =>
  vi.waitFor(
    () =>
      promisify(execFile)(
        process.execPath,
        ['publishing/kafka/command-line/main.ts', 'backfill', '--topic', LOST],
        { env: { ...process.env, ...environment } },
      ),
    { timeout: REPAIRED_WITHIN_MS, interval: 100 },
  )

async function allPublished({ headOfLog }: EventStore, feeds: readonly FeedProcess[]) {
  const head = String(await headOfLog())
  await vi.waitFor(
    async () => {
      const positions = feeds.map(({ status }) => status().then(({ position }) => position))
      expect((await Promise.allSettled(positions)).map(valueOf)).toContain(head)
    },
    { timeout: REPAIRED_WITHIN_MS, interval: 100 },
  )
}

const valueOf = (settled: PromiseSettledResult<string | null>) =>
  settled.status === 'fulfilled' ? settled.value : undefined
