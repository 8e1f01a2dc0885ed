import { randomUUID } from 'node:crypto'
import type { EachMessagePayload, Kafka } from 'kafkajs'
import { answerWithin } from '#kernel/platform/waiting/timing.ts'
import { topicOffsets, withAdmin } from '../sending/admin.ts'

const SILENT_FOR_MS = 30_000

/** What a topic holds of one key. */
export interface HeldKey {
  readonly firstId: string
  readonly lastId: string
  readonly count: number
}

export interface HeldTopic {
  readonly keys: ReadonlyMap<string, HeldKey>
  /** Whether the broker deleted old records, by retention or on request. */
  readonly lostItsHead: boolean
}

/** All committed records of a topic, by key. Nothing else writes to it at the same time. */
export async function readTopic(kafka: Kafka, topic: string): Promise<HeldTopic> {
  const keys = new Map<string, HeldKey>()
  const { lostItsHead } = await readRecords(kafka, topic, (one) => see(keys, one))
  return { keys, lostItsHead }
}

/** Each committed record that a topic has now, once; those of one key in their order. */
async function readRecords(
  kafka: Kafka,
  topic: string,
  seen: (payload: EachMessagePayload) => void,
): Promise<Pick<HeldTopic, 'lostItsHead'>> {
  const offsets = await withAdmin(kafka, (admin) => topicOffsets(admin, topic))
  const waiting = new Map(
    offsets
      .filter(({ low, high }) => BigInt(low) < BigInt(high))
      .map(({ partition, high }) => [partition, BigInt(high) - 1n]),
  )
  if (waiting.size > 0) await readUntil(kafka, topic, { waiting, see: seen })
  return { lostItsHead: offsets.some(({ low }) => low !== '0') }
}

function see(keys: Map<string, HeldKey>, { message }: EachMessagePayload) {
  const key = String(message.key)
  const id = String(message.headers?.['ce_id'])
  const { firstId = id, count = 0 } = keys.get(key) ?? {}
  keys.set(key, { firstId, lastId: id, count: count + 1 })
}

interface Reading {
  /** The last offset of each partition that has records. */
  readonly waiting: Map<number, bigint>
  readonly see: (payload: EachMessagePayload) => void
}

async function readUntil(kafka: Kafka, topic: string, { waiting, see: seen }: Reading) {
  const consumer = kafka.consumer({
    groupId: `sarraf.reading.${randomUUID()}`,
    allowAutoTopicCreation: false,
    readUncommitted: false,
    maxWaitTimeInMs: 50,
    // Records that were delivered twice would be counted twice, so a failure ends the reading.
    retry: { restartOnFailure: async () => false },
  })
  let batchDone = Promise.withResolvers<void>()
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => undefined)
  consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload: { partition, lastOffset } }) => {
    const last = waiting.get(partition)
    if (last !== undefined && BigInt(lastOffset) >= last) waiting.delete(partition)
    batchDone.resolve()
    batchDone = Promise.withResolvers<void>()
  })
  consumer.on(consumer.events.CRASH, ({ payload }) => failed.reject(payload.error))
  try {
    await consumer.connect()
    await consumer.subscribe({ topic, fromBeginning: true })
    const eachMessage = async (payload: EachMessagePayload) => seen(payload)
    await Promise.race([consumer.run({ autoCommit: false, eachMessage }), failed.promise])
    while (waiting.size > 0) {
      await answerWithin(SILENT_FOR_MS, Promise.race([batchDone.promise, failed.promise]))
    }
  } finally {
    await consumer.disconnect().catch(() => undefined)
  }
}
