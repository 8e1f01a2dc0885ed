import { setTimeout as pause } from 'node:timers/promises'
import { livingFollowers } from '#command/reference-data/followers.ts'
import { silentLogger } from '#kernel/platform/logger.ts'
import { followReadProgress } from '#kernel/platform/read-progress.ts'
import type { System } from '../connect.ts'
import { OperatorError } from '../operator-error.ts'

const STANDSTILL_MS = 30_000
const LOOK_AGAIN_MS = 50

interface Behind {
  readonly name: string
  readonly position: bigint
}

/** Where in the log a whole import stands; 0n where it brought nothing. */
export interface StandsAt {
  readonly last: bigint
  /** The last of what the command service follows: it hears of nothing else. */
  readonly lastReference: bigint
}

/** Waits until read models and command service know all of an import. */
export async function waitUntilShown(
  { pool, databaseUrl }: Pick<System, 'pool' | 'databaseUrl'>,
  { last, lastReference }: StandsAt,
  standstillMs = STANDSTILL_MS,
): Promise<void> {
  const readModels = followReadProgress({ databaseUrl, logger: silentLogger })
  const whoIsBehind = async () => {
    const isShown = await readModels.waitFor(last, LOOK_AGAIN_MS)
    const shown = { name: 'read models', position: readModels.position() }
    const followers = await livingFollowers(pool)
    const behind = followers.filter(({ position }) => position < lastReference)
    return isShown ? behind : [shown, ...behind]
  }
  try {
    await untilNobody(whoIsBehind, standstillMs)
  } finally {
    await readModels.close()
  }
}

async function untilNobody(whoIsBehind: () => Promise<readonly Behind[]>, standstillMs: number) {
  let before = ''
  let movedAt = Date.now()
  for (;;) {
    const behind = await whoIsBehind()
    if (behind.length === 0) return
    const now = behind.map(({ name, position }) => `${name} at position ${position}`).join(', ')
    if (now !== before) movedAt = Date.now()
    before = now
    if (Date.now() - movedAt >= standstillMs) {
      throw new OperatorError(
        `All lines are recorded, but not all shown: nothing has moved for ${standstillMs / 1_000} s (${now}). Are all services running?`,
      )
    }
    await pause(LOOK_AGAIN_MS)
  }
}
