import type { Admin, Kafka } from 'kafkajs'

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
