import { randomUUID } from 'node:crypto'
import type { Kafka } from 'kafkajs'
import { topicOffsets, withAdmin } from './admin.ts'
import { readRecords } from './read-records.ts'
import { POSITION_TOPIC } from './topics.ts'

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
  let found: string | undefined
  await readRecords(kafka, [{ topic: POSITION_TOPIC, partition: 0, from, to: through + 1n }], {
    groupId: `${POSITION_TOPIC}.${randomUUID()}`,
    readUncommitted,
    see: ({ message }) => {
      const isBefore = BigInt(message.offset) < before
      if (isBefore && message.key?.toString() === key) found = message.value?.toString()
    },
  })
  return found
}
