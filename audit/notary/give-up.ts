import { rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Pool } from 'pg'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { withConnections } from '#kernel/platform/cli/connections.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { inTransaction } from '#kernel/platform/database/transaction.ts'
import { errorCode } from '#kernel/platform/errors/error-code.ts'
import { syncFolder } from '#kernel/platform/files/folder.ts'
import type { Pin } from '#kernel/platform/log-chain/pin-check.ts'
import { rebuildChain } from '#kernel/platform/log-chain/rebuild.ts'
import { tellGivenUp } from '#kernel/platform/log-chain/set-back-report.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import type { Environment } from '#kernel/platform/settings/read.ts'
import { openVaultToRead } from '#kernel/platform/vault/vault.ts'
import { readModels } from '#projections/read-models/read-models.ts'
import { rebuild } from '#projections/runtime/rebuild/rebuild.ts'
import type { Loss } from './loss.ts'

/** What services keep of the lost events, beside the tables that are built again from the log. */
const OF_LOST_EVENTS = `
  delete from command.process_state;
  delete from vault.idempotency;
  drop schema if exists webhooks cascade;`

interface GivenUp {
  readonly environment: Environment
  /** Of the database's owner. */
  readonly pool: Pool
  readonly loss: Loss
  /** Heads that were signed: the log must have those that are not beyond its end. */
  readonly pins: readonly Pin[]
}

/** Lets the database forget what the log lacks. Repeated after a crash, it goes on. */
export async function forgetLost({ environment, pool, loss, pins }: GivenUp): Promise<void> {
  await refuseWithoutRights(pool)
  if (!loss.isOfLogAlone) return
  const connecting = { name: 'sarraf-audit', openVault: openVaultToRead }
  await withConnections(findSystem(environment, 'projections'), connecting, async (system) => {
    const unwatched = { enter: () => undefined, move: () => undefined }
    const stop = new AbortController().signal
    const order = { serving: readModels.name, from: 'next', acceptDifferences: true } as const
    const { outcome } = await rebuild(
      { definition: readModels, logger: silentLogger, ...system },
      { ...order, stop, watch: unwatched },
    )
    if (outcome !== 'switched')
      throw new CommandError(`The tables are not built again: ${outcome}.`)
    await rebuildChain({ pool, eventStore: system.eventStore }, pins, { mayLackLast: true })
  })
  await pool.query(OF_LOST_EVENTS)
}

/** Puts the file beside its place, with the moment in its name; null if there is none. */
export async function putAside(file: string, now: number): Promise<string | null> {
  const aside = `${file}.given-up-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`
  try {
    await rename(file, aside)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw new CommandError(`${file} cannot be put aside: ${errorCode(error)}`, { cause: error })
  }
  await syncFolder(dirname(file))
  return aside
}

/** Each process of the system ends, and starts again without what it remembers. */
export const startAgain = (pool: Pool): Promise<void> => inTransaction(pool, tellGivenUp)

async function refuseWithoutRights(pool: Pool) {
  const { rows } = await pool.query<{ may: boolean }>(
    `select has_table_privilege('vault.idempotency', 'delete')
        and has_table_privilege('vault.log_set_back', 'insert') as may`,
  )
  if (rows[0]?.may === true) return
  throw new CommandError(
    'DATABASE_URL: giving up events takes the user who owns the database (docs/postgresql.md).',
  )
}
