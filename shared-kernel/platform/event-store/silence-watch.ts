import { lookEvery } from '../waiting/look-every.ts'
import { pause } from '../waiting/timing.ts'
import type { Following, SubscriptionDependencies } from './following.ts'
import { LOOK_AHEAD, leavesBehind } from './log-feed.ts'
import { placeInLog } from './stored-event.ts'

/** A subscription can die silently. One that receives nothing for long is compared with the log. */
export function watchSilence(
  dependencies: SubscriptionDependencies,
  following: Following,
): () => void {
  const { silenceMs } = dependencies
  let lookedAt = 0
  function isDue() {
    const quietSince = Math.max(following.heardAt, lookedAt)
    return following.feed?.isIdle === true && Date.now() - quietSince >= silenceMs
  }
  return lookEvery(silenceMs / 4, () => {
    if (!isDue()) return undefined
    lookedAt = Date.now()
    return compareWithLog(dependencies, following).catch((error: unknown) =>
      following.logger.warn({ err: error }, 'log not readable'),
    )
  })
}

async function compareWithLog(
  { reader, silenceMs }: SubscriptionDependencies,
  following: Following,
) {
  const { feed, heardAt, place, wanted } = following
  const behind = await reader.logBehind(place, LOOK_AHEAD)
  const last = behind.at(-1)
  if (feed === undefined || last === undefined) return
  // An event written just now may still be in transit.
  await pause(silenceMs / 4, following.stopping)
  if (following.feed !== feed || following.heardAt !== heardAt) return
  if (leavesBehind(behind, wanted)) {
    feed.lost(new Error(`nothing received for ${Date.now() - heardAt} ms while the log grew`))
  } else {
    feed.nothingUpTo(placeInLog(last))
  }
}
