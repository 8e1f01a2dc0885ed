import kafkajs from 'kafkajs'
import { kafkaClient } from '../kafka/kafka.ts'
import type { KafkaConnection, TopicSettings } from '../kafka/kafka-settings.ts'
import { reasonOf, refusalOf } from '../kafka/reason.ts'
import { silentLogger } from '../process/logger.ts'
import { type Finding, fault, ok, warning } from './finding.ts'

/** The longest public event, with its envelope (docs/events.md). */
const NEEDED_MESSAGE_BYTES = 1_000_000

/** Looks at the brokers and at the feed's topics. Writes nothing. */
export async function* kafkaFindings(
  connection: KafkaConnection,
  wanted: TopicSettings,
): AsyncGenerator<Finding> {
  const subject = 'KAFKA_BROKERS'
  const admin = kafkaClient(connection, silentLogger, { retries: 1 }).admin()
  try {
    await admin.connect()
    const { brokers } = await admin.describeCluster()
    yield brokers.length < wanted.replication
      ? fault(
          subject,
          `${brokers.length} brokers, but KAFKA_REPLICATION is ${wanted.replication}`,
          'start more brokers, or lower KAFKA_REPLICATION',
        )
      : ok(subject, `${brokers.length} brokers answer`)
    yield* rightFindings(admin, wanted)
    const topics = (await admin.listTopics()).filter((name) => /^_?sarraf[.]/.test(name))
    if (topics.length === 0) {
      yield ok('topics', 'none yet: the feed makes them')
      return
    }
    yield* topicFindings(admin, topics)
  } catch (error) {
    const refusal = refusalOf(error)
    yield refusal === undefined
      ? fault(
          subject,
          `no use of it (${reasonOf(error)})`,
          'correct KAFKA_BROKERS and KAFKA_TLS, or start the brokers',
        )
      : fault(subject, refusal, 'correct what it names, or what Kafka grants to KAFKA_USER')
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

type Admin = ReturnType<ReturnType<typeof kafkaClient>['admin']>

async function* topicFindings(admin: Admin, topics: readonly string[]): AsyncGenerator<Finding> {
  const { topics: described } = await admin.fetchTopicMetadata({ topics: [...topics] })
  const resources = await settingsOf(admin, topics)
  if (resources === undefined) {
    yield warning(
      'topics',
      'KAFKA_USER may not read their settings: min.insync.replicas and max.message.bytes are not known',
      'grant “describe configs” on topics with the prefix sarraf.',
    )
  }
  for (const { name, partitions } of described) {
    const subject = `topic ${name}`
    const entries =
      resources?.find(({ resourceName }) => resourceName === name)?.configEntries ?? []
    const setting = (wanted: string) =>
      Number(entries.find(({ configName }) => configName === wanted)?.configValue ?? NaN)
    const replicas = Math.min(...partitions.map((partition) => partition.replicas.length))
    const inSync = Math.min(...partitions.map((partition) => partition.isr.length))
    const least = setting('min.insync.replicas')
    const largest = setting('max.message.bytes')
    if (inSync < least) {
      yield fault(
        subject,
        `${inSync} replicas are in sync, min.insync.replicas is ${least}: nothing can be written`,
        'start the missing brokers',
      )
    } else if (replicas > 1 && least < 2) {
      yield warning(
        subject,
        `min.insync.replicas is ${least}: one broker that fails can take acknowledged events along`,
        'set it to 2',
      )
    } else if (largest < NEEDED_MESSAGE_BYTES) {
      yield warning(
        subject,
        `max.message.bytes is ${largest}`,
        `set it to ${NEEDED_MESSAGE_BYTES} or more`,
      )
    } else {
      yield ok(
        subject,
        `${partitions.length} partitions, ${inSync} of ${replicas} replicas in sync`,
      )
    }
  }
}

/** Undefined without the right, which the feed itself does not need. */
async function settingsOf(admin: Admin, topics: readonly string[]) {
  try {
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: topics.map((name) => ({ type: kafkajs.ConfigResourceTypes.TOPIC, name })),
    })
    return resources
  } catch (error) {
    if (refusalOf(error) === undefined) throw error
    return undefined
  }
}
