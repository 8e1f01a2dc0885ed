import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { EachBatchPayload } from 'kafkajs'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { withAdmin } from '#publishing/kafka/sending/admin.ts'
import type { Parts } from './parts.ts'

const TOPIC = 'sarraf.customers.v1'
const READ_WITHIN_MS = 120_000

/** Whether a reader of the topic sees the log: every event once, each key in order. */
export async function feedEqualsLog(parts: Parts): Promise<boolean> {
  const logged = new Map<string, string[]>()
  for await (const { stream, id } of parts.eventStore.readLog(START_OF_LOG)) {
    const key = stream.slice(stream.indexOf('-') + 1)
    logged.set(key, [...(logged.get(key) ?? []), id])
  }
  const published = await readAll(parts)
  const isSame = (key: string, ids: readonly string[]) => ids.join() === published.get(key)?.join()
  return published.size === logged.size && [...logged].every(([key, ids]) => isSame(key, ids))
}

async function readAll({ kafka }: Parts) {
  const keys = new Map<string, string[]>()
  const ends = await withAdmin(kafka, (admin) => admin.fetchTopicOffsets(TOPIC))
  const written = ends.filter(({ high }) => high !== '0')
  const left = new Map(written.map(({ partition, high }) => [partition, BigInt(high)]))
  const consumer = kafka.consumer({ groupId: `bench-${randomUUID()}`, readUncommitted: false })
  await consumer.connect()
  await consumer.subscribe({ topic: TOPIC, fromBeginning: true })
  await consumer.run({
    autoCommit: false,
    eachBatch: async ({ batch }: EachBatchPayload) => {
      for (const { key, headers } of batch.messages) {
        const ids = keys.get(String(key)) ?? []
        keys.set(String(key), ids)
        ids.push(String(headers?.['ce_id']))
      }
      // The last record of each partition marks the end of a transaction.
      if (BigInt(batch.lastOffset()) + 2n >= (left.get(batch.partition) ?? 0n))
        left.delete(batch.partition)
    },
  })
  try {
    const deadline = Date.now() + READ_WITHIN_MS
    while (left.size > 0) {
      if (Date.now() > deadline) break
      await pause(50)
    }
    return keys
  } finally {
    await consumer.disconnect()
  }
}
