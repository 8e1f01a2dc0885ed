import { setTimeout as pause } from 'node:timers/promises'
import { livingFollowers } from '#command/reference-data/followers.ts'
import { LISTS_FOLLOWER } from '#command/sanction-checks/lists-in-use.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { silentLogger } from '#kernel/platform/logger.ts'
import { followReadProgress } from '#kernel/platform/read-progress.ts'
import { READ_MODEL } from '#kernel/records/read-model.ts'
import type { System } from '../connect.ts'
import { LOOK_AGAIN_MS, untilNobodyIsBehind } from '../until-nobody-is-behind.ts'

const STANDSTILL_MS = 30_000
/** Services look a key up again after half a second; the look itself takes a moment. */
const KEYS_LATE_BY_MS = 700

/** The position of an import's last event; the start of the log if it has no events. */
export interface StandsAt {
  readonly last: LogPosition
  /** The last of what the command service follows: it hears of nothing else. */
  readonly lastReference: LogPosition
  /** It changed which keys count, of a company or of a user that were known before. */
  readonly changesKeys: boolean
}

/** Waits until read models and command service know all of an import. */
export async function waitUntilShown(
  { pool, databaseUrl }: Pick<System, 'pool' | 'databaseUrl'>,
  { last, lastReference, changesKeys }: StandsAt,
  standstillMs = STANDSTILL_MS,
): Promise<void> {
  const readModels = followReadProgress({ schema: READ_MODEL, databaseUrl, logger: silentLogger })
  const whoIsBehind = async () => {
    const isShown = await readModels.waitFor(last, LOOK_AGAIN_MS)
    const shown = { name: 'read models', position: readModels.position() }
    const followers = await livingFollowers(pool)
    const behind = followers.filter(
      ({ name, position }) => position < lastReference && !name.startsWith(`${LISTS_FOLLOWER}/`),
    )
    return isShown ? behind : [shown, ...behind]
  }
  try {
    await untilNobodyIsBehind(whoIsBehind, {
      standstillMs,
      recorded: 'All lines are recorded, but not all shown',
    })
    if (changesKeys) await pause(KEYS_LATE_BY_MS)
  } finally {
    await readModels.close()
  }
}
