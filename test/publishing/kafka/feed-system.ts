import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { Admin } from 'kafkajs'
import { expect, onTestFinished, vi } from 'vitest'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { kafkaClient } from '#kernel/platform/kafka/kafka.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { withAdmin } from '#publishing/kafka/sending/admin.ts'
import { eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { withLog } from '#test/support/with-log.ts'
import type { Broker } from './broker.ts'
import { type FeedProcess, startFeedProcess } from './feed-process.ts'
import { writerOf } from './writer.ts'

const COMES_WITHIN_MS = 60_000

/** It hides a warning of KafkaJS. */
const AS_NPM_DOES = '--disable-warning=TimeoutNegativeWarning'
const PROGRAM = 'publishing/kafka/command-line/main.ts'

interface Beginning {
  /** Others were there before the feed. */
  readonly before?: (admin: Admin) => Promise<unknown>
  /** Where the feed reaches the broker, if not where its administrator does. */
  readonly brokers?: string
  /** Further settings of the feed, such as those for signing in. */
  readonly environment?: Readonly<Record<string, string>>
}

/** A log with a writer, and a feed into topics that do not exist yet. */
export async function feedSystemOn(
  broker: Broker,
  { before, brokers = broker.address, environment: further = {} }: Beginning = {},
) {
  await deleteAllTopics(broker)
  if (before !== undefined) await asAdmin(broker, before)
  const { url: eventStoreUrl, databases } = await eventStoreNodeForThisTest()
  const vaultKey = randomBytes(32)
  const databaseUrl = databases.feed
  const place = { brokers, databaseUrl, eventStoreUrl, vaultKey, environment: further }
  const feed = await startFeedProcess(place)
  onTestFinished(async () => void (await feed.end('SIGKILL')))
  const log = await openLog({ ...place, vaultKey: vaultKey.toString('hex') })
  const environment = {
    ...process.env,
    ...further,
    KAFKA_BROKERS: brokers,
    DATABASE_URL: databaseUrl,
    EVENTSTORE_URL: eventStoreUrl,
    VAULT_KEY: vaultKey.toString('hex'),
    FEED_URL: feed.url,
  }
  const command = (...words: readonly string[]) =>
    promisify(execFile)(process.execPath, [AS_NPM_DOES, PROGRAM, ...words], {
      env: environment,
    })
  return {
    feed,
    databases,
    databaseUrl,
    log,
    writer: writerOf(log),
    run: async (...words: readonly string[]): Promise<unknown> =>
      JSON.parse((await command(...words)).stdout),
    refused: async (...words: readonly string[]) => {
      const failure: unknown = await command(...words).catch((error: unknown) => error)
      expect(failure).toMatchObject({ code: 1 })
      return String(Object(failure).stderr)
    },
  }
}

type Log = Parameters<Parameters<typeof withLog>[1]>[0]
/** The log, until the test ends. */
async function openLog(place: Parameters<typeof withLog>[0]): Promise<Log> {
  const opened = Promise.withResolvers<Log>()
  const finished = Promise.withResolvers<void>()
  const closed = withLog(place, async (log) => {
    opened.resolve(log)
    await finished.promise
  })
  closed.catch(opened.reject)
  onTestFinished(async () => {
    finished.resolve()
    await closed
  })
  return opened.promise
}

export async function untilPublished({ status }: FeedProcess, { headOfLog }: EventStore) {
  await vi.waitFor(
    async () =>
      expect(await status()).toMatchObject({
        phase: 'publishing',
        position: String(await headOfLog()),
      }),
    { timeout: COMES_WITHIN_MS, interval: 100 },
  )
}

export async function untilDamaged({ status }: FeedProcess, failure: string) {
  await vi.waitFor(
    async () =>
      expect(await status()).toMatchObject({
        phase: 'topicDamaged',
        failure: expect.stringContaining(failure),
      }),
    { timeout: COMES_WITHIN_MS, interval: 100 },
  )
}

/** Work as the administrator of the broker. */
export const asAdmin = <Result>(
  { address }: Pick<Broker, 'address'>,
  work: (admin: Admin) => Promise<Result>,
) => withAdmin(kafkaClient({ brokers: [address], tls: false, sasl: undefined }, silentLogger), work)

export const deleteAllTopics = (broker: Broker) =>
  asAdmin(broker, async (admin) => {
    const own = async () => (await admin.listTopics()).filter((name) => !name.startsWith('__'))
    const topics = await own()
    if (topics.length > 0) await admin.deleteTopics({ topics })
    await vi.waitFor(async () => expect(await own()).toEqual([]), { timeout: 20_000 })
  })
