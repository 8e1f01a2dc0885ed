import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { placeOfReadModels } from '#command/read-models.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { type LogPosition, START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'

const STANDSTILL_MS = 30_000
const ASK_AGAIN_MS = 50

/** A follower of the log that has not come far enough, and where it is: `position 5`. */
export interface Lagging {
  readonly name: string
  readonly at: string
}

interface Limits {
  /** The part of the command that is done, for the message if it cannot be completed. */
  readonly done: string
  /** How long followers may make no progress. */
  readonly standstillMs?: number
}

/** Waits until no follower lags. */
export async function waitForCatchUp(
  findLagging: () => Promise<readonly Lagging[]>,
  { done, standstillMs = STANDSTILL_MS }: Limits,
): Promise<void> {
  let before = ''
  let movedAt = Date.now()
  for (;;) {
    const lagging = await findLagging()
    if (lagging.length === 0) return
    const now = lagging.map(({ name, at }) => `${name} at ${at}`).join(', ')
    if (now !== before) movedAt = Date.now()
    before = now
    if (Date.now() - movedAt >= standstillMs) {
      throw new CommandError(
        `${done}: nothing has moved for ${standstillMs / 1_000} s (${now}). Are all services running?`,
      )
    }
    await pause(ASK_AGAIN_MS)
  }
}

/** Waits until the tables show that position. */
export const waitForReadModels = (pool: pg.Pool, position: LogPosition, limits: Limits) =>
  waitForCatchUp(() => laggingReadModels(pool, position), limits)

/** The read models, unless they show that position. */
export async function laggingReadModels(
  pool: pg.Pool,
  position: LogPosition,
): Promise<readonly Lagging[]> {
  const shown = (await placeOfReadModels(pool))?.position ?? START_OF_LOG
  return shown < position ? [lagging('read models', shown)] : []
}

export const lagging = (name: string, position: LogPosition): Lagging => ({
  name,
  at: `position ${position.toString()}`,
})
