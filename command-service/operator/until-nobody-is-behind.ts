import { setTimeout as pause } from 'node:timers/promises'
import { CommandError } from '#kernel/platform/cli/command.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'

export const LOOK_AGAIN_MS = 50

export interface Behind {
  readonly name: string
  readonly position: LogPosition
}

interface Patience {
  /** How long nothing may move. */
  readonly standstillMs: number
  /** What is certain all the same. */
  readonly recorded: string
}

/** Waits until all who follow the log have come far enough. */
export async function untilNobodyIsBehind(
  whoIsBehind: () => Promise<readonly Behind[]>,
  { standstillMs, recorded }: Patience,
): Promise<void> {
  let before = ''
  let movedAt = Date.now()
  for (;;) {
    const behind = await whoIsBehind()
    if (behind.length === 0) return
    const now = behind
      .map(({ name, position }) => `${name} at position ${position.toString()}`)
      .join(', ')
    if (now !== before) movedAt = Date.now()
    before = now
    if (Date.now() - movedAt >= standstillMs) {
      throw new CommandError(
        `${recorded}: nothing has moved for ${standstillMs / 1_000} s (${now}). Are all services running?`,
      )
    }
    await pause(LOOK_AGAIN_MS)
  }
}
