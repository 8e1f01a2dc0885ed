import type pg from 'pg'
import { dropUnserved, parkedCompany, servedTablesOf, unlessFilled } from '#command/read-models.ts'
import { personEvents } from '#kernel/events/person-forgotten.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { dropContents } from '#kernel/platform/database/drop-contents.ts'
import { AUDIT_SCRATCH } from '#kernel/platform/database/grants.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { waitForReadModels } from '../catch-up.ts'

/** Waits until the tables show what was recorded. */
export const untilShown = (pool: pg.Pool, position: LogPosition): Promise<void> =>
  waitForReadModels(pool, position, {
    done: 'The keys are destroyed, but the tables not yet emptied',
  })

/** The events of a parked company wait, also those by which its tables are emptied. */
export async function refuseParked(pool: pg.Pool, companyId: string | null): Promise<void> {
  const parked = await parkedCompany(pool, { category: personEvents.category, companyId })
  if (parked === undefined) return
  throw new CommandError(
    `The keys are destroyed, but company ${parked} is parked, and persons are still shown. See "npm run projections -- status"; when its events are retried, run the same command again.`,
  )
}

/** Removes what is left of these records elsewhere than in the tables that readers see. */
export async function clearAway(pool: pg.Pool, records: readonly string[]): Promise<void> {
  await vacuum(pool, records)
  // Such tables follow the log no more: they show persons as they were.
  if (!(await dropUnserved(pool))) throw underWay('a rebuild')
  if (!(await unlessFilled(pool, AUDIT_SCRATCH, dropScratch))) throw underWay('a verification')
}

const dropScratch = (client: pg.ClientBase) => dropContents(client, AUDIT_SCRATCH)

/**
 * Removes what PostgreSQL itself still holds of the records of these tables: versions of rows, and samples of
 * values in its statistics. Tables that count a record's names hold them as well. The destroyed keys are in
 * earlier versions of their rows.
 */
async function vacuum(pool: pg.Pool, records: readonly string[]): Promise<void> {
  const tables = [...(await servedTablesOf(pool, records)), 'vault.data_key']
  await pool.query(`vacuum (analyze) ${tables.join(', ')}`)
}

const underWay = (what: string) =>
  new CommandError(
    `The keys are destroyed and the served tables emptied, but ${what} is under way. Run the same command again when it has ended: until then the tables that it leaves behind show what was there before.`,
  )
