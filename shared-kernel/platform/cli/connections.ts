import { Client, type Pool } from 'pg'
import { openPool, type PoolOptions } from '../database/postgres.ts'
import { settingsFault } from '../database/server-check.ts'
import { NO_ANSWER, unavailabilityOf } from '../errors/unavailability.ts'
import { connectEventStore } from '../event-store/connect.ts'
import type { EventStore } from '../event-store/event-store.ts'
import { comparedWithWitness } from '../log-chain/log-watch.ts'
import { reportedSetBack } from '../log-chain/set-back-report.ts'
import { silentLogger } from '../process/logger.ts'
import { refuseReturnedKeys } from '../vault/returned-keys.ts'
import { openVault, type Vault, type VaultReader } from '../vault/vault.ts'
import { waitAtMost } from '../waiting/timing.ts'
import { CommandError } from './command.ts'
import type { SystemAddress } from './find-system.ts'

const CLOSE_WITHIN_MS = 1_000

interface Opening<V extends VaultReader>
  extends Pick<PoolOptions, 'name' | 'statementTimeoutMs' | 'readOnly'> {
  readonly openVault: (pool: Pool, vaultKey: Buffer) => Promise<V>
}

/** A running system, as commands use it. */
export interface System<V extends VaultReader = Vault> {
  readonly eventStore: EventStore
  readonly vault: V
  readonly pool: Pool
  readonly databaseUrl: string
}

type Address = Pick<
  SystemAddress,
  'databaseUrl' | 'eventStoreUrl' | 'vaultKey' | 'destroyedKeys' | 'witness'
>

const MAX_CONNECTIONS = 4

/** Connects for the duration of the work. Reports a missing part of the system in one line. */
export async function withConnections<V extends VaultReader, Result>(
  { databaseUrl, eventStoreUrl, vaultKey, destroyedKeys = null, witness = null }: Address,
  { openVault: openIts, ...options }: Opening<V>,
  work: (system: System<V>) => Promise<Result>,
): Promise<Result> {
  const logger = silentLogger
  const pool = openPool(databaseUrl, { logger, max: MAX_CONNECTIONS, ...options })
  let eventStore: EventStore | undefined
  const clients = new Set<Client>()
  pool.on('connect', (client) => {
    if (client instanceof Client) clients.add(client)
  })
  try {
    await attempt(pool.query('select 1'), 'The database does not answer: is the system running?')
    const vault = await attempt(
      openIts(pool, vaultKey),
      'The vault cannot be opened: has the system run on this database?',
    )
    await refuseReturnedKeys(pool, destroyedKeys)
    const finding = (await comparedWithWitness(pool, witness)) ?? (await reportedSetBack(pool))
    const macs = vault.eventMacs
    const setBack = () => finding
    eventStore = connectEventStore({ url: eventStoreUrl, logger, macs, setBack })
    await attempt(eventStore.headOfLog(), 'The event store does not answer: is the system running?')
    return await work({ eventStore, vault, pool, databaseUrl })
  } finally {
    await eventStore?.close()
    await endPool(pool, clients)
  }
}

/** With the vault of the process that writes. */
export const withSystem = <Result>(
  address: Address,
  work: (system: System) => Promise<Result>,
  name = 'sarraf-operator',
): Promise<Result> => withConnections(address, { name, openVault }, work)

/** A statement of work that was given up may wait for a lock; the command does not wait with it. */
async function endPool(pool: Pool, clients: ReadonlySet<Client>) {
  const ended = pool.end()
  await waitAtMost(CLOSE_WITHIN_MS, ended)
  for (const { connection } of clients) connection.stream.destroy()
  await ended
}

/** What the server itself says is the better reason. */
function withReason(otherwise: string, error: unknown): string {
  const reason = unavailabilityOf(error)
  return reason === undefined || reason.message === NO_ANSWER
    ? otherwise
    : `DATABASE_URL: ${reason.message} (docs/postgresql.md)`
}

async function attempt<Value>(step: Promise<Value>, otherwise: string): Promise<Value> {
  try {
    return await step
  } catch (error) {
    throw settingsFault(error) ?? new CommandError(withReason(otherwise, error), { cause: error })
  }
}
