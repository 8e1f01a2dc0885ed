import { setTimeout as pause } from 'node:timers/promises'
import { livingFollowers } from '#command/reference-data/followers.ts'
import { LISTS_FOLLOWER } from '#command/sanction-checks/lists-in-use.ts'
import type { System } from '#kernel/platform/cli/connections.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { lagging, laggingReadModels, waitForCatchUp } from '../catch-up.ts'

/** Services look a key up again after half a second; the look-up itself takes a moment. */
const KEYS_LATE_BY_MS = 700

/** The position of an import's last event; the start of the log if it has no events. */
export interface StandsAt {
  readonly last: LogPosition
  /** The last event that the command service follows: it is notified of no other. */
  readonly lastReference: LogPosition
  /** It changed which keys count, of a company or of a user that were known before. */
  readonly changesKeys: boolean
}

/** Waits until read models and command service have all of an import. */
export async function waitUntilShown(
  { pool }: Pick<System, 'pool'>,
  { last, lastReference, changesKeys }: StandsAt,
  standstillMs?: number,
): Promise<void> {
  const findLagging = async () => {
    const followers = await livingFollowers(pool)
    const behind = followers.filter(
      ({ name, position }) => position < lastReference && !name.startsWith(`${LISTS_FOLLOWER}/`),
    )
    const readModels = await laggingReadModels(pool, last)
    return [...readModels, ...behind.map(({ name, position }) => lagging(name, position))]
  }
  const done = 'All lines are recorded, but not all are shown yet'
  await waitForCatchUp(findLagging, { done, ...(standstillMs && { standstillMs }) })
  if (changesKeys) await pause(KEYS_LATE_BY_MS)
}
