import { CompressionTypes, type Kafka, type Message, type TopicMessages } from 'kafkajs'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { publicationsOf } from '#publishing/events/publish.ts'
import { withAdmin } from '#publishing/kafka/sending/admin.ts'
import { makeTopics } from '#publishing/kafka/sending/make-topics.ts'
import { messagesOf } from '#publishing/kafka/sending/message.ts'
import { statesOf } from '#publishing/kafka/states/states.ts'
import type { Parts } from './parts.ts'

export const BARE_TOPIC = 'bench.bare'
const POSITION_TOPIC = 'bench.position'

/** A transactional producer of kafkajs with the feed's settings, and nothing around it. */
export async function openBareProducer(kafka: Kafka) {
  const settings = { partitions: 6, replication: 1, minInSyncReplicas: 1, retentionMs: -1 }
  await withAdmin(kafka, async (admin) => {
    await makeTopics(admin, [BARE_TOPIC], settings)
    await makeTopics(admin, [POSITION_TOPIC], { ...settings, partitions: 1 })
  })
  const producer = kafka.producer({
    transactionalId: 'bench',
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
  })
  await producer.connect()
  return {
    /** Messages and a position, as the feed does it. */
    commit: async (messages: Message[]) => {
      const topicMessages: TopicMessages[] = [
        { topic: BARE_TOPIC, messages },
        { topic: POSITION_TOPIC, messages: [{ key: 'position', value: '0' }] },
      ]
      const transaction = await producer.transaction()
      await transaction.sendBatch({ topicMessages, acks: -1, compression: CompressionTypes.GZIP })
      await transaction.commit()
    },
    close: () => producer.disconnect(),
  }
}

/** The messages of the log's last events and of their states, in batches, as the feed would send them. */
export async function preparedBatches(
  { eventStore, vault }: Parts,
  { count, batch }: { readonly count: number; readonly batch: number },
) {
  const batches: Message[][] = []
  const log = []
  for await (const event of eventStore.readLog(START_OF_LOG)) log.push(event)
  const stored = log.slice(-count)
  const withStates = statesOf({ eventStore, vault })
  for (let index = 0; index < stored.length; index += batch) {
    const events = await publicationsOf(vault, stored.slice(index, index + batch))
    const publications = await withStates(events)
    batches.push(
      publications.flatMap((one) =>
        messagesOf(one, 'http://127.0.0.1:8080/schemas').map(({ message }) => message),
      ),
    )
  }
  return batches
}
