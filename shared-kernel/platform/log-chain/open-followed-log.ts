import type { Pool } from 'pg'
import { connectEventStore, type EventStoreOptions } from '../event-store/connect.ts'
import type { EventStore } from '../event-store/event-store.ts'
import { exposeMissingEvents } from '../process/metrics.ts'
import type { RunningService } from '../process/run-service-named.ts'
import { watchLog } from './log-watch.ts'

interface LogSettings {
  readonly eventStoreUrl: string
  /** The file with the signed heads; null where this process cannot see it. */
  readonly witness: string | null
}

interface Opening
  extends Omit<RunningService<LogSettings>, 'ending'>,
    Pick<EventStoreOptions, 'resolveWithinMs' | 'writes'> {
  /** Of the database with the hash chain. */
  readonly pool: Pool
  readonly vault: { readonly eventMacs: EventStoreOptions['macs'] }
  /** Whether its role may tell other processes that the log was set back. */
  readonly reports?: boolean
}

/**
 * The log for a service, once it was held against the witness. What its followers were not given is a metric.
 */
export async function openFollowedLog(opening: Opening): Promise<EventStore> {
  const { settings, registry, logger, onClose, pool, vault, reports = false, ...options } = opening
  const { eventStoreUrl: url, witness } = settings
  const found = reports ? { found: () => eventStore.anotherLog() } : {}
  const watch = watchLog({ pool, witness, logger, ...found })
  onClose('comparison with the witness', watch.close)
  const { setBack } = watch
  const { eventMacs: macs } = vault
  const eventStore = connectEventStore({ ...options, url, logger, macs, setBack })
  onClose('event store', eventStore.close)
  exposeMissingEvents(registry, eventStore.standstills)
  await watch.compared
  return eventStore
}
