import { Client, type Pool } from 'pg'
import { settingsFault } from '../database/server-check.ts'
import { NO_ANSWER, unavailabilityOf } from '../errors/unavailability.ts'
import { connectEventStore } from '../event-store/connect.ts'
import type { EventStore } from '../event-store/event-store.ts'
import { comparedWithWitness } from '../log-chain/log-watch.ts'
import { reportedSetBack } from '../log-chain/set-back-report.ts'
import { silentLogger } from '../process/logger.ts'
import { refuseReturnedKeys } from '../vault/returned-keys.ts'
import type { VaultReader } from '../vault/vault.ts'
import { waitAtMost } from '../waiting/timing.ts'
import { CommandError } from './command.ts'
import type { SystemAddress } from './find-system.ts'

const CLOSE_WITHIN_MS = 1_000

interface Opening<Vault extends VaultReader> {
  /** Closed at the end of the work. */
  readonly pool: Pool
  readonly openVault: (pool: Pool, vaultKey: Buffer) => Promise<Vault>
}

interface Connections<Vault extends VaultReader> {
  readonly eventStore: EventStore
  readonly vault: Vault
}

type Address = Pick<SystemAddress, 'eventStoreUrl' | 'vaultKey' | 'destroyedKeys' | 'witness'>

/** Connects for the duration of the work. Reports a missing part of the system in one line. */
export async function withConnections<Vault extends VaultReader, Result>(
  { eventStoreUrl, vaultKey, destroyedKeys = null, witness = null }: Address,
  { pool, openVault }: Opening<Vault>,
  work: (connections: Connections<Vault>) => Promise<Result>,
): Promise<Result> {
  let eventStore: EventStore | undefined
  const clients = new Set<Client>()
  pool.on('connect', (client) => {
    if (client instanceof Client) clients.add(client)
  })
  try {
    await attempt(pool.query('select 1'), 'The database does not answer: is the system running?')
    const vault = await attempt(
      openVault(pool, vaultKey),
      'The vault cannot be opened: has the system run on this database?',
    )
    await refuseReturnedKeys(pool, destroyedKeys)
    const finding = (await comparedWithWitness(pool, witness)) ?? (await reportedSetBack(pool))
    const macs = vault.eventMacs
    const setBack = () => finding
    eventStore = connectEventStore({ url: eventStoreUrl, logger: silentLogger, macs, setBack })
    await attempt(eventStore.headOfLog(), 'The event store does not answer: is the system running?')
    return await work({ eventStore, vault })
  } finally {
    await eventStore?.close()
    await endPool(pool, clients)
  }
}

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
