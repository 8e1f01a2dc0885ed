import type pg from 'pg'
import { type Leases, leasesIn } from '#command/event-sourcing/leases.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import type { SanctionSource } from '#kernel/platform/settings/sanction-settings.ts'
import { type ListUpdate, type Updating, updateList } from './update-list.ts'

/** How long nobody updates the lists when the process that did has died. */
const LEASE_MS = 15_000
const LEASE = 'sanction-lists'

/** One process at a time updates the lists: a service, or the operator's command. */
export async function updatesUnderLease(pool: pg.Pool, logger: Logger) {
  const leases: Leases = await leasesIn(pool, { logger, leaseMs: LEASE_MS })
  return <Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result | undefined> =>
    leases.whileHeld(LEASE, work)
}

/** One list after the other; a source that fails does not keep the others waiting. */
export async function* updateLists(
  updating: Updating,
  sources: readonly SanctionSource[],
): AsyncGenerator<ListUpdate, void> {
  for (const source of sources) {
    if (updating.signal.aborted) return
    yield await updateList(updating, source)
  }
}
