import type { Admin, Kafka } from 'kafkajs'
import { type KafkaConnection, kafkaClient } from '#kernel/platform/kafka/kafka.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'

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

/** Signs in once, without retries, so that the reason of a refusal is known at once. */
export const signIn = (connection: KafkaConnection): Promise<void> =>
  withAdmin(kafkaClient(connection, silentLogger, { retries: 0 }), async () => undefined)
