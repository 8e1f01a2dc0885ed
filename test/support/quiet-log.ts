import { expect, vi } from 'vitest'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { silentLogger } from '#kernel/platform/logger.ts'
import { openPool } from '#kernel/platform/postgres.ts'
import { openVault, type Vault } from '#kernel/platform/vault/vault.ts'
import { differences } from './read-model-fold.ts'
import type { SystemAddresses } from './system.ts'
import { looseEnds, numberFaults, readVoucherLog, type VoucherLog } from './system-log.ts'

const QUIET_WITHIN_MS = 60_000

export async function withLog<Result>(
  { databaseUrl, eventStoreUrl, vaultKey }: SystemAddresses,
  work: (log: { readonly eventStore: EventStore; readonly vault: Vault }) => Promise<Result>,
): Promise<Result> {
  const pool = openPool(databaseUrl, { logger: silentLogger, max: 2, name: 'test' })
  const eventStore = connectEventStore({ url: eventStoreUrl, logger: silentLogger })
  try {
    return await work({ eventStore, vault: await openVault(pool, Buffer.from(vaultKey, 'hex')) })
  } finally {
    await eventStore.close()
    await pool.end()
  }
}

/** The log as it is once all is quiet: in order in itself, and the read models equal to it. */
export const quietLog = (system: SystemAddresses): Promise<VoucherLog> =>
  withLog(system, async ({ eventStore, vault }) => {
    await vi.waitFor(async () => expect(looseEnds(await readVoucherLog(eventStore))).toEqual([]), {
      timeout: QUIET_WITHIN_MS,
      interval: 500,
    })
    const log = await readVoucherLog(eventStore)
    expect(numberFaults(log)).toEqual([])
    const { databaseUrl } = system
    expect(await differences({ databaseUrl, eventStore, vault })).toEqual([])
    return log
  })
