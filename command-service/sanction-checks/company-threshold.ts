import type { Log } from '#command/event-sourcing/log.ts'
import { THRESHOLD } from '#kernel/domain/screening/name-score.ts'
import { screeningSettingsEvents } from '#kernel/events/screening.ts'
import { decodeEvents } from '#kernel/platform/recording/event-codec.ts'

/** The thresholds of companies, each read from the log once. */
export function companyThresholds({
  eventStore,
  vault,
}: Log): (companyId: string) => Promise<number> {
  const known = new Map<string, Promise<number>>()

  async function read(companyId: string): Promise<number> {
    const stream = `${screeningSettingsEvents.category}-${companyId}`
    const last = { direction: 'backwards', maxCount: 1 } as const
    const stored = await eventStore.readStream(stream, last)
    const [recorded] = await decodeEvents(vault, () => screeningSettingsEvents, stored)
    return recorded === undefined ? THRESHOLD : Number(recorded.event.data.threshold)
  }

  return (companyId) => {
    const threshold = known.get(companyId) ?? read(companyId)
    known.set(companyId, threshold)
    return threshold
  }
}
