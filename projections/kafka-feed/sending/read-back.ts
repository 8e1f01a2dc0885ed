import { randomUUID } from 'node:crypto'
import type { EachMessagePayload, Kafka } from 'kafkajs'
import { answerWithin } from '#kernel/platform/event-store/waiting.ts'
import { POSITION_TOPIC } from './topics.ts'

const READ_WITHIN_MS = 30_000
/** The last position nearly always stands right before the record that a term begins with. */
const NEAR = 500n

/**
 * The last committed value under this key before the record at `end`, which is committed: whoever
 * has read that far has seen all that earlier transactions left.
 */
export async function lastCommitted(
  kafka: Kafka,
  key: string,
  end: bigint,
): Promise<string | undefined> {
  if (end <= NEAR) return readRange(kafka, key, { from: 0n, end })
  const near = await readRange(kafka, key, { from: end - NEAR, end })
  return near ?? readRange(kafka, key, { from: 0n, end })
}

interface Range {
  readonly from: bigint
  readonly end: bigint
}

async function readRange(kafka: Kafka, key: string, { from, end }: Range) {
  const groupId = `${POSITION_TOPIC}.${randomUUID()}`
  const consumer = kafka.consumer({
    groupId,
    readUncommitted: false,
    maxWaitTimeInMs: 50,
    // Whoever wants the position tries again; a consumer that nobody waits for must not.
    retry: { restartOnFailure: async () => false },
  })
  const done = Promise.withResolvers<string | undefined>()
  done.promise.catch(() => undefined)
  let found: string | undefined
  const eachMessage = async ({ message }: EachMessagePayload) => {
    const offset = BigInt(message.offset)
    if (offset < end && message.key?.toString() === key) found = message.value?.toString()
    if (offset >= end) done.resolve(found)
  }
  consumer.on('consumer.crash', ({ payload }) => done.reject(payload.error))
  try {
    await answerWithin(READ_WITHIN_MS, consumer.connect())
    await consumer.subscribe({ topic: POSITION_TOPIC, fromBeginning: true })
    await Promise.race([consumer.run({ autoCommit: false, eachMessage }), done.promise])
    consumer.seek({ topic: POSITION_TOPIC, partition: 0, offset: String(from) })
    return await answerWithin(READ_WITHIN_MS, done.promise)
  } finally {
    await consumer.disconnect().catch(() => undefined)
  }
}
