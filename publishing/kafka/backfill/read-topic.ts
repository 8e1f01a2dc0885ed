import { randomUUID } from 'node:crypto'
import type { EachMessagePayload, Kafka } from 'kafkajs'
import { topicOffsets, withAdmin } from '../sending/admin.ts'
import { readRecords } from '../sending/read-records.ts'
import { type HeldKey, type HeldTopic, hold } from './missing.ts'

/** All committed records of a topic, by key. Nothing else writes to it at the same time. */
export async function readTopic(kafka: Kafka, topic: string): Promise<HeldTopic> {
  const keys = new Map<string, HeldKey>()
  const offsets = await withAdmin(kafka, (admin) => topicOffsets(admin, topic))
  const spans = offsets.map(({ partition, low, high }) => ({
    topic,
    partition,
    from: BigInt(low),
    to: BigInt(high),
  }))
  const groupId = `sarraf.reading.${randomUUID()}`
  const see = ({ message }: EachMessagePayload) =>
    hold(keys, { key: String(message.key), id: String(message.headers?.['ce_id']) })
  await readRecords(kafka, spans, { groupId, see })
  return { keys, lostItsHead: offsets.some(({ low }) => low !== '0') }
}
