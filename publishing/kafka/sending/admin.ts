import kafkajs, { type Admin, type Kafka } from 'kafkajs'
import { kafkaClient } from '#kernel/platform/kafka/kafka.ts'
import type { KafkaConnection } from '#kernel/platform/kafka/kafka-settings.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { retried } from '#kernel/platform/waiting/retried.ts'

/** Connects for as long as the work takes. */
export async function withAdmin<Result>(
  kafka: Kafka,
  work: (admin: Admin) => Promise<Result>,
): Promise<Result> {
  const admin = kafka.admin()
  try {
    await admin.connect()
    return await work(admin)
  } finally {
    await admin.disconnect().catch(() => undefined)
  }
}

const MOST_TRIES = 10

/**
 * The answer about a topic. While a partition has no leader yet, or the broker does not know the topic, as right
 * after it was created, the broker refuses; unlike other requests, KafkaJS does not repeat these.
 */
export const onceKnown = <Answer>(ask: () => Promise<Answer>): Promise<Answer> =>
  retried(ask, {
    mayPass: (error, failures) =>
      error instanceof kafkajs.KafkaJSProtocolError && error.retriable && failures < MOST_TRIES,
  })

/** The first and the next offset of each partition. */
export const topicOffsets = (admin: Pick<Admin, 'fetchTopicOffsets'>, topic: string) =>
  onceKnown(() => admin.fetchTopicOffsets(topic))

/** Signs in once, without retries, so that the reason of a refusal is known at once. */
export const signIn = (connection: KafkaConnection): Promise<void> =>
  withAdmin(kafkaClient(connection, silentLogger, { retries: 0 }), async () => undefined)
