import type { Pool } from 'pg'
import type { Registry } from 'prom-client'
import { connectEventStore, type EventStoreOptions } from '../event-store/connect.ts'
import type { EventStore } from '../event-store/event-store.ts'
import type { OnClose } from '../process/lifecycle.ts'
import { exposeMissingEvents } from '../process/metrics.ts'
import { watchLog } from './log-watch.ts'
import { chainTally } from './tally.ts'

interface Opening
  extends Pick<EventStoreOptions, 'url' | 'logger' | 'macs' | 'resolveWithinMs' | 'writes'> {
  /** Of the database with the hash chain. */
  readonly pool: Pool
  readonly registry: Registry
  readonly onClose: OnClose
  /** The file with the signed heads; null where this process cannot see it. */
  readonly witness: string | null
  /** Whether its role may tell other processes that the log was set back. */
  readonly reports?: boolean
}

/**
 * The log for a service, once it was held against the witness: its followers are compared with the hash chain,
 * and what they lack is a metric.
 */
export async function openFollowedLog(opening: Opening): Promise<EventStore> {
  const { pool, registry, onClose, witness, reports = false, ...options } = opening
  const found = reports ? { found: () => eventStore.anotherLog() } : {}
  const { logger } = options
  const watch = watchLog({ pool, witness, logger, ...found })
  onClose('comparison with the witness', watch.close)
  const { setBack } = watch
  const eventStore = connectEventStore({ ...options, tally: chainTally(pool), setBack })
  onClose('event store', eventStore.close)
  exposeMissingEvents(registry, eventStore.standstills)
  await watch.compared
  return eventStore
}
