import type { Kafka } from 'kafkajs'
import { pause } from '#kernel/platform/timing.ts'
import { withAdmin } from './sending/admin.ts'
import { POSITION_TOPIC } from './sending/topics.ts'

const POLL_EVERY_MS = 2_000

/**
 * Longer than the heartbeat of an idle feed, and than an abandoned transaction hides later records.
 * Polls are counted, not time: a process that was suspended has polled nothing.
 */
const SILENT_POLLS = 18
export const SILENT_FOR_MS = SILENT_POLLS * POLL_EVERY_MS

/**
 * Resolves when no feed has committed anything for `SILENT_FOR_MS`, or when `stop` is aborted. Time
 * in which Kafka does not answer does not count, because no feed can commit then.
 */
export async function standBy(kafka: Kafka, stop: AbortSignal): Promise<void> {
  let end: string | undefined
  for (let silent = 0; !stop.aborted && silent < SILENT_POLLS; silent += 1) {
    const now = await endOfPositions(kafka).catch(() => undefined)
    if (now === undefined || now !== end) silent = 0
    end = now
    await pause(POLL_EVERY_MS, stop)
  }
}

const endOfPositions = async (kafka: Kafka) => {
  const ends = await withAdmin(kafka, (admin) => admin.fetchTopicOffsets(POSITION_TOPIC))
  return ends.map(({ high }) => high).join()
}
