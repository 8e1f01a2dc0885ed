import type pg from 'pg'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { chainEnd, headAt } from '#kernel/platform/log-chain/blocks.ts'
import type { Manifest } from '../archive/manifest.ts'
import { waitForCatchUp } from '../catch-up.ts'

/** Compares a copy of the log with the hash chain, which follows the log a moment behind. */
export async function checkWithChain(
  pool: pg.Pool,
  { events, head }: Manifest['log'],
  standstillMs?: number,
): Promise<void> {
  await untilChained(pool, events, standstillMs)
  if ((await headAt(pool, events))?.toString('hex') === head) return
  throw new CommandError(
    `The log up to event ${events} differs from the log that was hashed when it was written. The backup is not complete; "npm run audit -- verify" says what differs.`,
  )
}

/** The projections append to the chain. */
const untilChained = (pool: pg.Pool, events: number, standstillMs: number | undefined) =>
  waitForCatchUp(
    async () => {
      const chained = (await chainEnd(pool))?.count ?? 0
      return chained >= events ? [] : [{ name: 'hash chain', at: `event ${chained} of ${events}` }]
    },
    { done: 'The backup is not complete', ...(standstillMs && { standstillMs }) },
  )
