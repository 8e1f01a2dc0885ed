import { randomUUID } from 'node:crypto'
import type { EachMessagePayload, Kafka } from 'kafkajs'
import { answerWithin } from '#kernel/platform/waiting/timing.ts'
import { topicOffsets, withAdmin } from './admin.ts'
import { POSITION_TOPIC } from './topics.ts'

const READ_WITHIN_MS = 30_000
/** The last position is nearly always close before the record that begins a term. */
const NEAR = 500n

/**
 * The last committed value of this key before `end`. The record at `end` is committed, so all
 * earlier transactions are complete.
 */
export async function lastCommitted(
  kafka: Kafka,
  key: string,
  end: bigint,
): Promise<string | undefined> {
  return lastBefore(end, (from) => readRange(kafka, { key, from, through: end, before: end }))
}

/** The same for what is committed now. */
export async function lastCommittedNow(kafka: Kafka, key: string): Promise<string | undefined> {
  const end = await endOfPositions(kafka)
  // A transaction ends with a marker, which is the last thing in the topic.
  return end === 0n ? undefined : lastCommitted(kafka, key, end - 1n)
}

/** The last value of this key, committed or aborted. */
export async function lastWritten(kafka: Kafka, key: string): Promise<string | undefined> {
  const end = await endOfPositions(kafka)
  if (end === 0n) return undefined
  const range = { key, through: end - 1n, before: end, readUncommitted: true }
  return lastBefore(end, (from) => readRange(kafka, { ...range, from }))
}

async function endOfPositions(kafka: Kafka): Promise<bigint> {
  const ends = await withAdmin(kafka, (admin) => topicOffsets(admin, POSITION_TOPIC))
  return BigInt(ends[0]?.high ?? 0)
}

async function lastBefore(end: bigint, read: (from: bigint) => Promise<string | undefined>) {
  if (end <= NEAR) return read(0n)
  return (await read(end - NEAR)) ?? read(0n)
}

interface Range {
  readonly key: string
  readonly from: bigint
  /** The last offset to read: a record, or the marker that ends a transaction. */
  readonly through: bigint
  /** Records from this offset on are ignored. */
  readonly before: bigint
  readonly readUncommitted?: boolean
}

async function readRange(kafka: Kafka, range: Range): Promise<string | undefined> {
  const { key, from, through, before, readUncommitted = false } = range
  const consumer = kafka.consumer({
    groupId: `${POSITION_TOPIC}.${randomUUID()}`,
    allowAutoTopicCreation: false,
    readUncommitted,
    maxWaitTimeInMs: 50,
    // The caller retries with a new consumer; this one must not retry by itself.
    retry: { restartOnFailure: async () => false },
  })
  const done = Promise.withResolvers<string | undefined>()
  done.promise.catch(() => undefined)
  let found: string | undefined
  const eachMessage = async ({ message }: EachMessagePayload) => {
    const offset = BigInt(message.offset)
    const isInRange = offset >= from && offset < before
    if (isInRange && message.key?.toString() === key) found = message.value?.toString()
  }
  consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload }) => {
    if (BigInt(payload.lastOffset) >= through) done.resolve(found)
  })
  consumer.on(consumer.events.CRASH, ({ payload }) => done.reject(payload.error))
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
