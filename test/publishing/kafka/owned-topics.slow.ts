import kafkajs, { type Admin } from 'kafkajs'
import { beforeAll, expect, test } from 'vitest'
import { expectFeedEqualsLog, expectStatesEqualLog } from './agreement.ts'
import { type Broker, startBroker } from './broker.ts'
import { asAdmin, feedSystemOn, untilDamaged, untilPublished } from './feed-system.ts'
import { type ReadRecord, readWithJava, STATE_TOPICS } from './java-consumer.ts'
import type { writerOf } from './writer.ts'

const VOUCHERS = 'sarraf.expense-vouchers.v1'
const VOUCHER_STATES = 'sarraf.expense-voucher.state.v1'
const POSITION = '_sarraf.feed-position'

let broker: Broker
beforeAll(async () => {
  broker = await startBroker()
  return broker.close
}, 180_000)

test('topics that a consumer made before the feed get the settings of the feed', async () => {
  // What a broker makes when a consumer subscribes: its own number of partitions, and no settings.
  const made = [VOUCHERS, VOUCHER_STATES, POSITION].map((topic) => ({ topic, numPartitions: 1 }))
  const { feed, log, writer } = await feedSystemOn(broker, {
    before: (admin) => admin.createTopics({ topics: made }),
  })
  await writeRound(writer)
  await untilPublished(feed, log.eventStore)
  expect(await settingsOf(VOUCHERS)).toMatchObject({
    partitions: 6,
    'cleanup.policy': 'delete',
    'retention.ms': '-1',
    'unclean.leader.election.enable': 'false',
  })
  expect(await settingsOf(VOUCHER_STATES)).toMatchObject({
    partitions: 6,
    'cleanup.policy': 'compact',
  })
  expect(await settingsOf(POSITION)).toMatchObject({ partitions: 1, 'cleanup.policy': 'compact' })
}, 120_000)

test('a setting that deletes events stops the feed until it is set right; a safer one does not', async () => {
  const { feed, log, writer, run } = await feedSystemOn(broker)
  await writeRound(writer)
  await untilPublished(feed, log.eventStore)
  expect(await run('status')).toMatchObject({ state: 'publishing', topics: [] })

  await set(VOUCHERS, { 'retention.ms': '600000' })
  await untilDamaged(feed, `${VOUCHERS}: retention.ms is 600000: older events are deleted; set it`)
  expect(await run('status')).toMatchObject({
    state: 'topicDamaged',
    topics: [{ subject: `topic ${VOUCHERS}`, verdict: 'fault' }],
  })
  await set(VOUCHERS, { 'retention.ms': '-1', 'retention.bytes': '-1' })
  await writeRound(writer)
  await untilPublished(feed, log.eventStore)

  await feed.end('SIGKILL')
  await set(VOUCHER_STATES, { 'cleanup.policy': 'delete' })
  feed.start()
  await untilDamaged(feed, `${VOUCHER_STATES}: cleanup.policy is delete`)
  await set(VOUCHER_STATES, { 'cleanup.policy': 'compact' })
  await untilPublished(feed, log.eventStore)
}, 180_000)

test('no record goes to added partitions, until the topic has been made again', async () => {
  const { feed, log, writer, run, refused } = await feedSystemOn(broker)
  await writeRound(writer)
  await untilPublished(feed, log.eventStore)

  const topics = [VOUCHERS, VOUCHER_STATES]
  await admin((one) =>
    one.createPartitions({ topicPartitions: topics.map((topic) => ({ topic, count: 12 })) }),
  )
  await writeRound(writer)
  await untilDamaged(feed, 'has 12 partitions, not 6: records of a key would lie in two of them')
  expect(await refused('backfill', '--topic', VOUCHERS)).toContain(
    `${VOUCHERS} has 12 partitions, not 6: delete the topic, and run the same command again.`,
  )
  for (const topic of topics) {
    await admin(async (one) => {
      await one.deleteTopics({ topics: [topic] })
      await expect.poll(() => one.listTopics()).not.toContain(topic)
    })
    expect(await run('backfill', '--topic', topic)).toMatchObject({ complete: true })
  }
  await untilPublished(feed, log.eventStore)
  await writeRound(writer)
  await untilPublished(feed, log.eventStore)

  const [events, states] = [readAll(), readAll(STATE_TOPICS)]
  await Promise.all([events.ended, states.ended])
  await expectFeedEqualsLog(log.eventStore, events)
  await expectStatesEqualLog(log.eventStore, states)
  expect(splitKeys([...events.records(), ...states.records()])).toEqual([])
}, 240_000)

/** One event of three topics to each of 24 keys. */
async function writeRound({ writeOnce }: ReturnType<typeof writerOf>) {
  for (let key = 0; key < 24; key += 1) await writeOnce(key)
}

const readAll = (topics?: string) =>
  readWithJava(broker.libraries, broker.address, {
    untilTheEnd: true,
    ...(topics !== undefined && { topics }),
  })

/** Keys of a type whose records lie in more than one partition. */
function splitKeys(records: readonly ReadRecord[]) {
  const partitions = new Map<string, Set<string>>()
  for (const { key, headers, place } of records) {
    const name = `${headers.get('ce_type')} ${key}`
    partitions.set(name, (partitions.get(name) ?? new Set()).add(place.split(' ')[1] ?? ''))
  }
  return [...partitions].filter(([, all]) => all.size > 1).map(([name]) => name)
}

async function settingsOf(topic: string) {
  return admin(async (one) => {
    const { resources } = await one.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: topic }],
    })
    const { topics } = await one.fetchTopicMetadata({ topics: [topic] })
    const entries = resources[0]?.configEntries ?? []
    return {
      partitions: topics[0]?.partitions.length,
      ...Object.fromEntries(entries.map((entry) => [entry.configName, entry.configValue])),
    }
  })
}

const set = (topic: string, settings: Readonly<Record<string, string>>) =>
  admin((one) =>
    one.alterConfigs({
      validateOnly: false,
      resources: [
        {
          type: kafkajs.ConfigResourceTypes.TOPIC,
          name: topic,
          configEntries: Object.entries(settings).map(([name, value]) => ({ name, value })),
        },
      ],
    }),
  )

const admin = <Result>(work: (admin: Admin) => Promise<Result>) => asAdmin(broker, work)
