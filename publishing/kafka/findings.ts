import type { Admin } from 'kafkajs'
import { type Finding, fault, ok, warning } from '#kernel/platform/checks/finding.ts'
import { kafkaClient } from '#kernel/platform/kafka/kafka.ts'
import type { KafkaConnection, TopicSettings } from '#kernel/platform/kafka/kafka-settings.ts'
import { reasonOf, refusalOf } from '#kernel/platform/kafka/reason.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { describedTopics, existing } from './sending/described-topics.ts'
import { keptCheckpoint } from './sending/term.ts'
import { checkTopics, TopicDamaged } from './sending/topic-check.ts'
import { missingRights } from './sending/topic-rights.ts'
import { type Misfit, misfitsOf, type TopicFacts } from './sending/topic-settings.ts'
import { allTopics } from './sending/topics.ts'

/** Looks at the brokers and at the feed's topics. Writes nothing. */
export async function* kafkaFindings(
  connection: KafkaConnection,
  wanted: TopicSettings,
): AsyncGenerator<Finding> {
  yield* lookingAt(connection, async function* (admin) {
    const { brokers } = await admin.describeCluster()
    yield brokers.length < wanted.replication
      ? fault(
          SUBJECT,
          `${brokers.length} brokers, but KAFKA_REPLICATION is ${wanted.replication}`,
          'start more brokers, or lower KAFKA_REPLICATION',
        )
      : ok(SUBJECT, `${brokers.length} brokers answer`)
    yield* rightFindings(admin, wanted)
    yield* topicsBy(admin, connection, wanted)
  })
}

/** Compares the topics with what the feed needs, as the feed does. */
export const topicFindings = (connection: KafkaConnection, wanted: TopicSettings) =>
  lookingAt(connection, (admin) => topicsBy(admin, connection, wanted))

async function* topicsBy(
  admin: Admin,
  connection: KafkaConnection,
  wanted: TopicSettings,
): AsyncGenerator<Finding> {
  const topics = await existing(admin, allTopics)
  if (topics.length === 0) {
    yield ok('topics', 'none yet: the feed makes them')
    return
  }
  for (const { message } of await missingRights(kafkaClient(connection, silentLogger), topics)) {
    yield fault('topics', message, 'grant what docs/operations.md lists')
  }
  const described = await describedTopics(admin, topics)
  if (described.some(({ settings }) => settings === undefined)) yield hidden
  for (const facts of described) yield* findingsOf(facts, misfitsOf(facts, wanted))
  yield* await checkpointFindings(connection, admin)
}

const SUBJECT = 'KAFKA_BROKERS'

async function* lookingAt(
  connection: KafkaConnection,
  look: (admin: Admin) => AsyncGenerator<Finding>,
): AsyncGenerator<Finding> {
  const admin = kafkaClient(connection, silentLogger, { retries: 1 }).admin()
  try {
    await admin.connect()
    yield* look(admin)
  } catch (error) {
    const refusal = refusalOf(error)
    yield refusal === undefined
      ? fault(
          SUBJECT,
          `no use of it (${reasonOf(error)})`,
          'correct KAFKA_BROKERS and KAFKA_TLS, or start the brokers',
        )
      : fault(SUBJECT, refusal, 'correct what it names, or what Kafka grants to KAFKA_USER')
  } finally {
    await admin.disconnect().catch(() => undefined)
  }
}

/** A group and a topic that nobody uses, under the prefixes of the documented rights. */
const UNUSED = { group: 'sarraf.check', topic: 'sarraf.check.v1' } as const

async function* rightFindings(admin: Admin, wanted: TopicSettings): AsyncGenerator<Finding> {
  const { replication: replicationFactor, partitions: numPartitions } = wanted
  const topics = [{ topic: UNUSED.topic, numPartitions, replicationFactor }]
  const asked = { validateOnly: true, waitForLeaders: false, topics }
  yield* await tried('create topics', () => admin.createTopics(asked))
  yield* await tried('use consumer groups', () => admin.fetchOffsets({ groupId: UNUSED.group }))
}

/** What is refused for another reason than a right is not of interest here. */
async function tried(what: string, attempt: () => Promise<unknown>): Promise<readonly Finding[]> {
  const subject = `right to ${what}`
  try {
    await attempt()
    return [ok(subject, 'tried')]
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === undefined) throw error
    return [fault(subject, refusal, 'grant what docs/operations.md lists')]
  }
}

const hidden = warning(
  'topics',
  'KAFKA_USER may not read their settings: one that deletes events is not noticed',
  'grant “describe configs” on topics with the prefix sarraf.',
)

function findingsOf(facts: TopicFacts, misfits: readonly Misfit[]): readonly Finding[] {
  const { topic, partitions, replicas, inSync } = facts
  const subject = `topic ${topic}`
  if (misfits.length === 0) {
    return [ok(subject, `${partitions} partitions, ${inSync} of ${replicas} replicas in sync`)]
  }
  return misfits.map(({ found, cure, verdict }) =>
    (verdict === 'warning' ? warning : fault)(subject, found, cure),
  )
}

/** What the feed's own count of each topic says. */
async function checkpointFindings(
  connection: KafkaConnection,
  admin: Admin,
): Promise<readonly Finding[]> {
  const kept = await keptCheckpoint(kafkaClient(connection, silentLogger), 'feed')
  if (kept === undefined) return []
  try {
    await checkTopics(admin, kept)
    return []
  } catch (error) {
    if (!(error instanceof TopicDamaged)) throw error
    return [fault('topics', error.message)]
  }
}
