import { Kysely } from 'kysely'
import type pg from 'pg'
import type { AccessEvent } from '#kernel/events/access.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { withConnections } from '#kernel/platform/cli/connections.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { operatingSystemUser } from '#kernel/platform/cli/operator-origin.ts'
import { preparedReads } from '#kernel/platform/database/prepared-reads.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import type { Environment } from '#kernel/platform/settings/read.ts'
import { openVaultToRead, type VaultReader } from '#kernel/platform/vault/vault.ts'
import { READ_MODEL } from '#kernel/records/read-model.ts'
import type { ReadDatabase } from '#projections/database.ts'
import { AccessUnrecorded, accessLogIn } from './access/access-log.ts'

/** The log without the means to append. */
export type AuditedLog = Pick<
  EventStore,
  | 'readStream'
  | 'readLog'
  | 'readLogBack'
  | 'eventAt'
  | 'headOfLog'
  | 'checkPlace'
  | 'damagedStreams'
  | 'subscribe'
>

/** The tables that readers see. */
export type AuditedTables = Kysely<ReadDatabase>

/** One for each pool: it names the statements that it prepares on the pool's connections. */
export const readModelsIn = (pool: pg.Pool): AuditedTables =>
  new Kysely<ReadDatabase>({ dialect: preparedReads(pool) }).withSchema(READ_MODEL)

/** Records that this program's user looks at a company. */
export type RecordOwnAccess = (companyId: string, event: AccessEvent) => Promise<void>

/** A system as auditors see it: everything can be read, nothing but accesses can be written. */
export interface AuditedSystem {
  readonly log: AuditedLog
  readonly vault: VaultReader
  /** PostgreSQL refuses writes on its connections. */
  readonly pool: pg.Pool
  readonly readModels: AuditedTables
  readonly databaseUrl: string
  readonly recordAccess: RecordOwnAccess
}

const STATEMENT_TIMEOUT_MS = 300_000

export function readerOf(eventStore: EventStore): AuditedLog {
  const { readStream, readLog, readLogBack, eventAt, headOfLog, checkPlace } = eventStore
  const { damagedStreams, subscribe } = eventStore
  return {
    readStream,
    readLog,
    readLogBack,
    eventAt,
    headOfLog,
    checkPlace,
    damagedStreams,
    subscribe,
  }
}

/** Connects for the duration of the work. */
export const auditing = <Result>(
  environment: Environment,
  work: (system: AuditedSystem) => Promise<Result>,
): Promise<Result> => auditingAt(findSystem(environment, 'auditor'), work)

export function auditingAt<Result>(
  address: Parameters<typeof withConnections>[0],
  work: (system: AuditedSystem) => Promise<Result>,
): Promise<Result> {
  const connecting = {
    name: 'sarraf-audit',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    readOnly: true,
    openVault: openVaultToRead,
  }
  return withConnections(address, connecting, ({ eventStore, ...system }) => {
    const log = readerOf(eventStore)
    const readModels = readModelsIn(system.pool)
    return work({ ...system, log, readModels, recordAccess: recordingIn(eventStore) })
  })
}

/** A fault ends the command with one line. */
function recordingIn(eventStore: EventStore): RecordOwnAccess {
  const record = accessLogIn(eventStore)
  const actor = { kind: 'operator', id: operatingSystemUser() } as const
  return (companyId, event) =>
    record({ companyId, actor, requestId: null, event }).catch((error: unknown) => {
      throw error instanceof AccessUnrecorded
        ? new CommandError(error.message, { cause: error })
        : error
    })
}
