import type { Kafka } from 'kafkajs'
import { pause } from '#kernel/platform/event-store/waiting.ts'
import { withAdmin } from './sending/admin.ts'
import { POSITION_TOPIC } from './sending/topics.ts'

const LOOK_EVERY_MS = 2_000

/** Longer than an active feed, however idle, goes without a transaction. */
const SILENT_FOR_MS = 15_000

/**
 * Resolves when no feed has committed anything for a while, or when told to stop. While Kafka is
 * away nobody can commit: that time does not count.
 */
export async function standBy(kafka: Kafka, stop: AbortSignal): Promise<void> {
  let end: string | undefined
  let movedAt = Date.now()
  while (!stop.aborted && Date.now() - movedAt < SILENT_FOR_MS) {
    const now = await endOfPositions(kafka).catch(() => undefined)
    if (now === undefined || now !== end) movedAt = Date.now()
    end = now
    await pause(LOOK_EVERY_MS, stop)
  }
}

const endOfPositions = async (kafka: Kafka) => {
  const ends = await withAdmin(kafka, (admin) => admin.fetchTopicOffsets(POSITION_TOPIC))
  return ends.map(({ high }) => high).join()
}
