import type pg from 'pg'
import type { Registry } from 'prom-client'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import type { EventMacs, EventStore } from '#kernel/platform/event-store/event-store.ts'
import { chainTally } from '#kernel/platform/log-chain/tally.ts'
import type { OnClose } from '#kernel/platform/process/lifecycle.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { exposeMissingEvents } from '#kernel/platform/process/metrics.ts'
import type { CommandSettings } from './settings.ts'

interface Opening {
  readonly settings: CommandSettings
  readonly logger: Logger
  readonly registry: Registry
  readonly onClose: OnClose
}

/** The log, to write and to follow; what its followers lack is a metric. */
export function openEventStore(
  { settings, logger, registry, onClose }: Opening,
  { pool, macs }: { readonly pool: pg.Pool; readonly macs: EventMacs },
): EventStore {
  const eventStore = connectEventStore({
    url: settings.eventStoreUrl,
    logger,
    macs,
    resolveWithinMs: settings.eventStoreTimeoutMs,
    writes: true,
    tally: chainTally(pool),
  })
  onClose('event store', () => eventStore.close())
  exposeMissingEvents(registry, eventStore.standstills)
  return eventStore
}
