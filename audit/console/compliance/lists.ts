import type { AuditedSystem } from '#audit/audited-system.ts'
import type { AnyEvent } from '#kernel/events/event-family.ts'
import { sanctionListEvents } from '#kernel/events/sanction-list.ts'
import { rescreeningEvents } from '#kernel/events/screening.ts'
import { type Decoder, decodeEvents } from '#kernel/platform/recording/event-codec.ts'
import { SANCTION_LISTS } from '#kernel/records/sanction-matches.ts'

/** A sanction list, as the last import and the last run over all customers say. */
export interface SanctionList {
  readonly list: (typeof SANCTION_LISTS)[number]
  readonly version: string | null
  readonly entries: number
  readonly skipped: number
  /** ISO 8601. Before a version is used, it has found its own names and numbers. */
  readonly importedAt: string | null
  readonly rescreened: { readonly version: string; readonly at: string } | null
}

export function listsInUse(system: AuditedSystem): Promise<readonly SanctionList[]> {
  return Promise.all(
    SANCTION_LISTS.map(async (list) => {
      const imported = await lastOf(system, sanctionListEvents, list)
      const run = await lastOf(system, rescreeningEvents, list)
      return {
        list,
        version: imported?.data.version ?? null,
        entries: imported?.data.rows ?? 0,
        skipped: imported?.data.skippedRows ?? 0,
        importedAt: imported?.data.importedAt ?? null,
        rescreened:
          run === undefined ? null : { version: run.data.version, at: run.data.completedAt },
      }
    }),
  )
}

async function lastOf<Event extends AnyEvent>(
  { log, vault }: AuditedSystem,
  family: Decoder<Event> & { readonly category: string },
  list: string,
): Promise<Event | undefined> {
  const newest = { direction: 'backwards', maxCount: 1 } as const
  const last = await log.readStream(`${family.category}-${list}`, newest)
  const [recorded] = await decodeEvents(vault, () => family, last)
  return recorded?.event
}
