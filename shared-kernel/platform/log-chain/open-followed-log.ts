import type { Pool } from 'pg'
import type { Registry } from 'prom-client'
import { connectEventStore, type EventStoreOptions } from '../event-store/connect.ts'
import type { EventStore } from '../event-store/event-store.ts'
import type { OnClose } from '../process/lifecycle.ts'
import { exposeMissingEvents } from '../process/metrics.ts'
import { chainTally } from './tally.ts'

interface Opening
  extends Pick<EventStoreOptions, 'url' | 'logger' | 'macs' | 'resolveWithinMs' | 'writes'> {
  /** Of the database with the hash chain. */
  readonly pool: Pool
  readonly registry: Registry
  readonly onClose: OnClose
}

/** The log for a service: its followers are compared with the hash chain, and what they lack is a metric. */
export function openFollowedLog({ pool, registry, onClose, ...options }: Opening): EventStore {
  const eventStore = connectEventStore({ ...options, tally: chainTally(pool) })
  onClose('event store', eventStore.close)
  exposeMissingEvents(registry, eventStore.standstills)
  return eventStore
}
