import { decoderOf } from '#command/reference-data/families.ts'
import { evolve, noReferences } from '#command/reference-data/fold.ts'
import { type ReferenceData, readReferences } from '#command/reference-data/reference-data.ts'
import { recall } from '#kernel/platform/recording.ts'
import type { Log } from '../event-sourcing/log.ts'

/** What the log tells of a company now, and of what else stands in streams that keep their last word. */
export async function referencesOf(
  log: Log,
  companyId: string,
  others: readonly string[] = [],
): Promise<ReferenceData> {
  const streams = [
    `company-${companyId}`,
    `companySettings-${companyId}`,
    `providerAccount-${companyId}_integrator`,
    ...others,
  ]
  const references = noReferences()
  for (const stream of streams) {
    const read = { direction: 'backwards', maxCount: 1 } as const
    const stored = await log.eventStore.readStream(stream, read)
    for (const recorded of await recall(log.vault, decoderOf, stored)) evolve(references, recorded)
  }
  return readReferences(references)
}

/** Of a company that never said. */
export const timeZoneIn =
  (references: ReferenceData) =>
  (companyId: string): string =>
    references.company(companyId)?.timeZone ?? 'Europe/Istanbul'
