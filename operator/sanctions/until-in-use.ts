import type pg from 'pg'
import { livingFollowers } from '#command/reference-data/followers.ts'
import { LISTS_FOLLOWER } from '#command/sanction-checks/lists-in-use.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { lagging, waitForCatchUp } from '../catch-up.ts'

/** A large list takes its time to be loaded. */
const LOADED_WITHIN_MS = 120_000

/** A command service publishes its position only after it has loaded the lists up to there. */
export const untilInUse = (pool: pg.Pool, position: LogPosition) =>
  waitForCatchUp(
    async () =>
      (await livingFollowers(pool))
        .filter(
          (follower) =>
            follower.name.startsWith(`${LISTS_FOLLOWER}/`) && follower.position < position,
        )
        .map((follower) => lagging(follower.name, follower.position)),
    { standstillMs: LOADED_WITHIN_MS, done: 'The list is recorded, but not everywhere in use' },
  )
