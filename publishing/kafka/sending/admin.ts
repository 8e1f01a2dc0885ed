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
 * The first and the next offset of each partition. While a partition has no leader yet, as right after its topic
 * was created, the broker refuses; unlike other requests, KafkaJS does not repeat this one.
 */
export const topicOffsets = (admin: Pick<Admin, 'fetchTopicOffsets'>, topic: string) =>
  retried(() => admin.fetchTopicOffsets(topic), {
    mayPass: (error, failures) =>
      error instanceof kafkajs.KafkaJSProtocolError && error.retriable && failures < MOST_TRIES,
  })

/** Signs in once, without retries, so that the reason of a refusal is known at once. */
export const signIn = (connection: KafkaConnection): Promise<void> =>
  withAdmin(kafkaClient(connection, silentLogger, { retries: 0 }), async () => undefined)
