import type { Logger } from '../process/logger.ts'
import { lookEvery } from '../waiting/look-every.ts'
import { asError, emptyIfTombstoned } from './errors.ts'
import { PositionNotInLog } from './event-store.ts'
import type { Following, StandstillWatch } from './following.ts'
import { LOOK_AHEAD, leavesBehind } from './log-feed.ts'
import type { LogPosition } from './log-position.ts'
import type { Reader } from './reader.ts'
import type { RevisionJump } from './revision-watch.ts'
import type { Standstill } from './standstill-report.ts'
import type { Seen } from './stored-event.ts'

const COMPARISONS_PER_STANDSTILL = 4

type StandstillSources = Pick<Reader, 'logBehind' | 'readStream'>

interface Options {
  readonly reader: StandstillSources
  /** How long a follower may make no progress before that counts as a standstill. */
  readonly standstillMs: number
  readonly logger: Logger
}

interface Watched {
  following: Following
  /** Its position at the last comparison. */
  position: LogPosition
  /** Since when it has been there although there are events for it. */
  behindSince: number | undefined
  failure: string | undefined
  isClosed: boolean
  /** By stream, how many events of the log it was not given between two others. */
  readonly missing: Map<string, number>
  /** How many jumps of revisions were looked at. */
  jumps: number
}

/** Regularly compares all followers of the log with its head, and looks at what they were not given. */
export function watchStandstills({ reader, standstillMs, logger }: Options): StandstillWatch {
  const followers = new Map<string, Watched>()

  async function compare() {
    for (const watched of followers.values()) {
      await lookAtJumps(reader, watched, logger)
      if (hasMoved(watched) || watched.isClosed) continue
      const isBehind = await hasMore(reader, watched)
      watched.behindSince = isBehind ? (watched.behindSince ?? Date.now()) : undefined
    }
  }

  const stop = lookEvery(standstillMs / COMPARISONS_PER_STANDSTILL, () =>
    // The subscriptions themselves notice a log that does not answer.
    compare().catch(() => undefined),
  )

  const isOf = (following: Following) => {
    const watched = followers.get(following.wanted.name)
    return watched?.following === following ? watched : undefined
  }

  return {
    begin: (following) => {
      const { name } = following.wanted
      const before = followers.get(name)
      const { position } = following.place
      const isSamePlace = before?.position === position
      followers.set(name, {
        following,
        position,
        behindSince: isSamePlace ? before.behindSince : undefined,
        failure: isSamePlace ? before.failure : undefined,
        isClosed: false,
        missing: new Map(),
        jumps: 0,
      })
    },
    close: (following) => {
      const watched = isOf(following)
      if (watched !== undefined) watched.isClosed = true
    },
    fail: (following, error) => {
      const watched = isOf(following)
      if (watched !== undefined) watched.failure = asError(error).message
    },
    standstills: () =>
      [...followers.values()].flatMap((watched) => standstillOf(watched, standstillMs)),
    stop,
  }
}

const positionOf = ({ wanted, place }: Following) => wanted.reached?.() ?? place.position

function hasMoved(watched: Watched): boolean {
  const position = positionOf(watched.following)
  if (position === watched.position) return false
  Object.assign(watched, { position, behindSince: undefined, failure: undefined })
  return true
}

async function hasMore({ logBehind }: StandstillSources, watched: Watched): Promise<boolean> {
  const { position, following } = watched
  const place = { position, lastEvent: following.place.lastEvent }
  const behind = await logBehind(place, LOOK_AHEAD).catch(nowhere)
  return behind === undefined || leavesBehind(behind, watched.following.wanted)
}

/** A follower whose position is not in the log makes no progress. */
function nowhere(error: unknown): readonly Seen[] | undefined {
  if (error instanceof PositionNotInLog) return undefined
  throw error
}

function standstillOf(watched: Watched, standstillMs: number): readonly Standstill[] {
  const { following, position, behindSince, failure, isClosed } = watched
  if (isClosed) return []
  const { name } = following.wanted
  if (watched.missing.size > 0) return [lackOf(name, watched.missing)]
  const at = (reason: string) => [
    { name, reason: `${name} stands still at position ${position.toString()}: ${reason}` },
  ]
  const now = Date.now()
  const { down } = following
  if (down !== undefined && now - down.since >= standstillMs) return at(down.reason.message)
  const isStill = positionOf(following) === position
  if (!isStill || behindSince === undefined || now - behindSince < standstillMs) return []
  return at(failure ?? 'the log has more events')
}

async function lookAtJumps(reader: StandstillSources, watched: Watched, logger: Logger) {
  const { following, missing } = watched
  const jumps = following.revisions.jumps()
  for (const jump of jumps.slice(watched.jumps)) {
    const count = await passedOverBy(reader, jump)
    watched.jumps += 1
    if (count === 0) continue
    missing.set(jump.stream, (missing.get(jump.stream) ?? 0) + count)
    const { name: follower } = following.wanted
    logger.error({ follower }, lackOf(follower, missing).reason)
  }
}

/** Where a stream was cut, or somebody else has written into it, its revisions jump for everybody. */
async function passedOverBy(
  { readStream }: StandstillSources,
  { stream, after, before }: RevisionJump,
) {
  const maxCount = Number(before - after) - 1
  const page = await readStream(stream, { from: after + 1n, maxCount }).catch(emptyIfTombstoned)
  return page.filter(({ revision, isGenuine }) => isGenuine && revision < before).length
}

function lackOf(name: string, lacks: ReadonlyMap<string, number>): Required<Standstill> {
  const missing = lacks.values().reduce((sum, count) => sum + count, 0)
  const parts = Array.from(lacks, ([stream, count]) => `${count} of ${stream}`).join(', ')
  const what = missing === 1 ? 'an event' : `${missing} events`
  return { name, missing, reason: `${name} lacks ${what} of the log: ${parts}` }
}
