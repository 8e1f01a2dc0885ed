import type { Registry } from 'prom-client'
import type { UntilReadable } from '#command/event-sourcing/named-when-shown.ts'
import type { CustomerDirectory } from '#command/providers/customers/port.ts'
import type { Providers } from '#command/providers/providers.ts'
import type { ReadModels } from '#command/read-models.ts'
import type { ReferenceData } from '#command/reference-data/reference-data.ts'
import { onlyZone } from '#command/reference-data/time-zones.ts'
import type { CommandSettings } from '#command/settings.ts'
import type { openPool } from '#kernel/platform/database/postgres.ts'
import type { OnClose } from '#kernel/platform/process/lifecycle.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import type { Idempotency } from './event-sourcing/idempotency.ts'
import type { Log } from './event-sourcing/log.ts'
import type { RunningProcesses } from './event-sourcing/running-processes.ts'

/** The dependencies of every noun of the command service. */
export interface ServiceDependencies extends Providers {
  readonly settings: CommandSettings
  readonly logger: Logger
  readonly registry: Registry
  readonly onClose: OnClose
  readonly pool: ReturnType<typeof openPool>
  readonly readModels: ReadModels
  readonly log: Log
  readonly references: ReferenceData
  readonly idempotency: Idempotency
  readonly customers: CustomerDirectory
  readonly processes: RunningProcesses
  /** Waits until readers can see a position, within the time they are kept waiting for it. */
  readonly untilReadable: UntilReadable
  /** Aborted when the process must end: calls to providers that are still open end as unknown. */
  readonly closing: AbortSignal
}

export const DEFAULT_TIME_ZONE = 'Europe/Istanbul'

export const timeZonesIn = (references: ReferenceData) => (companyId: string) =>
  references.timeZones(companyId) ?? onlyZone(DEFAULT_TIME_ZONE)

export const timeZoneIn = (references: ReferenceData) => (companyId: string) =>
  references.company(companyId)?.timeZone ?? DEFAULT_TIME_ZONE
