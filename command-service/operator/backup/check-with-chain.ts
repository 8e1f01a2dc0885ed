import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { chainEnd, headAt } from '#kernel/platform/log-chain/blocks.ts'
import type { Manifest } from '../archive/manifest.ts'

const STANDSTILL_MS = 30_000
const LOOK_AGAIN_MS = 100

/** Compares a copy of the log with the hash chain, which follows the log a moment behind. */
export async function checkWithChain(
  pool: pg.Pool,
  { events, head }: Manifest['log'],
  standstillMs = STANDSTILL_MS,
): Promise<void> {
  await untilChained(pool, events, standstillMs)
  if ((await headAt(pool, events))?.toString('hex') === head) return
  throw new CommandError(
    `The log up to event ${events} is not what was hashed when it was written. The backup is not complete; "npm run audit -- verify" says what differs.`,
  )
}

async function untilChained(pool: pg.Pool, events: number, standstillMs: number) {
  let before = -1
  let movedAt = Date.now()
  for (;;) {
    const chained = (await chainEnd(pool))?.count ?? 0
    if (chained >= events) return
    if (chained !== before) movedAt = Date.now()
    before = chained
    if (Date.now() - movedAt > standstillMs) {
      throw new CommandError(
        `The hash chain stands still at ${chained} of ${events} events: do the projections run? The backup is not complete.`,
      )
    }
    await pause(LOOK_AGAIN_MS)
  }
}
