import kafkajs from 'kafkajs'
import { type KafkaConnection, kafkaClient, type TopicSettings } from '../kafka.ts'
import { silentLogger } from '../logger.ts'
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
    const topics = (await admin.listTopics()).filter((name) => /^_?sarraf[.]/.test(name))
    if (topics.length === 0) {
      yield ok('topics', 'none yet: the feed makes them')
      return
    }
    yield* topicFindings(admin, topics)
  } catch (error) {
    yield fault(
      subject,
      `no use of it (${error instanceof Error ? error.message : 'unknown'})`,
      'correct KAFKA_BROKERS, KAFKA_TLS, KAFKA_USER and KAFKA_PASSWORD, or start the brokers',
    )
  } finally {
    await admin.disconnect().catch(() => undefined)
  }
}

type Admin = ReturnType<ReturnType<typeof kafkaClient>['admin']>

async function* topicFindings(admin: Admin, topics: readonly string[]): AsyncGenerator<Finding> {
  const { topics: described } = await admin.fetchTopicMetadata({ topics: [...topics] })
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: topics.map((name) => ({ type: kafkajs.ConfigResourceTypes.TOPIC, name })),
  })
  for (const { name, partitions } of described) {
    const subject = `topic ${name}`
    const entries = resources.find(({ resourceName }) => resourceName === name)?.configEntries ?? []
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
