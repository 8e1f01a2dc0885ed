import type { Kafka } from 'kafkajs'
import { pause } from '#kernel/platform/timing.ts'
import { withAdmin } from './sending/admin.ts'
import { POSITION_TOPIC } from './sending/topics.ts'

const LOOK_EVERY_MS = 2_000

/**
 * For longer than an active feed, however idle, goes without a transaction, and than one that nobody
 * ends hides what comes behind it. Looks are counted, not time: who was asleep has seen nothing.
 */
const SILENT_LOOKS = 18
export const SILENT_FOR_MS = SILENT_LOOKS * LOOK_EVERY_MS

/**
 * Resolves when no feed has committed anything for a while, or when told to stop. While Kafka is
 * away nobody can commit: that time does not count.
 */
export async function standBy(kafka: Kafka, stop: AbortSignal): Promise<void> {
  let end: string | undefined
  for (let silent = 0; !stop.aborted && silent < SILENT_LOOKS; silent += 1) {
    const now = await endOfPositions(kafka).catch(() => undefined)
    if (now === undefined || now !== end) silent = 0
    end = now
    await pause(LOOK_EVERY_MS, stop)
  }
}

const endOfPositions = async (kafka: Kafka) => {
  const ends = await withAdmin(kafka, (admin) => admin.fetchTopicOffsets(POSITION_TOPIC))
  return ends.map(({ high }) => high).join()
}
