import type { Logger } from '../process/logger.ts'
import { lookEvery } from '../waiting/look-every.ts'
import { emptyIfTombstoned } from './errors.ts'
import type { EventStore, LogPlace } from './event-store.ts'
import type { Following, HoleWatch } from './following.ts'
import {
  type Difference,
  type Hole,
  holesBetween,
  type Lacks,
  type LogTally,
  lackingInLog,
} from './holes.ts'
import { type LogPosition, START_OF_LOG } from './log-position.ts'
import type { RevisionJump } from './revision-watch.ts'
import { COMPARISONS_PER_STANDSTILL } from './standstill.ts'

/** The other reader may be far behind, or begin behind the place. */
const MAX_ATTEMPTS = 8
/** So much longer than reading the log has taken, it is not read again. */
const REST = 20

export type LogToCount = Pick<EventStore, 'readLog' | 'readStream'>

export interface HoleWatchSettings {
  /** Undefined where followers are not compared with another reader of the log. */
  readonly tally: LogTally | undefined
  readonly standstillMs: number
}

interface Watched {
  readonly following: Following
  /** The place of the last comparison. */
  comparedAt: LogPlace | undefined
  /** What is to be compared as soon as the other reader has come as far. */
  next: { readonly place: LogPlace; readonly counted: Lacks; attempts: number } | undefined
  /** By category, what the log has. */
  lacking: Lacks
  /** By stream: where its revisions jumped over events that the log has. */
  readonly jumped: Map<string, number>
  /** How many jumps were looked at. */
  jumps: number
}

/** Regularly compares what the followers of the log have passed with what another reader has. */
export function watchHoles(
  log: LogToCount,
  { tally, standstillMs }: HoleWatchSettings,
  logger: Logger,
): HoleWatch {
  const followers = new Map<string, Watched>()
  const inLog = restingReader(log)
  let cannotCompare = false

  async function compareAll() {
    for (const watched of followers.values()) {
      const before = holesOf(watched).length
      await lookAtJumps(watched, log)
      if (tally !== undefined) await compare(watched, tally, inLog)
      if (holesOf(watched).length !== before) report(watched.following, holesOf(watched))
    }
    cannotCompare = false
  }

  /** The process of the other reader reports what that one lacks. */
  function holesOf({ following, lacking, jumped }: Watched): readonly Hole[] {
    const { name } = following.wanted
    const other = tally?.name ?? ''
    return [...holesBetween(name, other, lacking), ...holesBetween(name, other, jumped)].filter(
      (hole) => hole.name === name || followers.has(hole.name),
    )
  }

  const stop = lookEvery(standstillMs / COMPARISONS_PER_STANDSTILL, () =>
    compareAll().catch((error: unknown) => {
      if (!cannotCompare) logger.warn({ err: error }, 'followers of the log cannot be compared')
      cannotCompare = true
    }),
  )

  return {
    begin: (following) =>
      void followers.set(following.wanted.name, { ...notCompared, jumped: new Map(), following }),
    close: (following) => {
      const { name } = following.wanted
      if (followers.get(name)?.following === following) followers.delete(name)
    },
    holes: () => [...followers.values()].flatMap(holesOf),
    stop,
  }
}

const notCompared = {
  comparedAt: undefined,
  next: undefined,
  lacking: new Map<string, number>(),
  jumps: 0,
}

function report({ wanted, logger }: Following, holes: readonly Hole[]) {
  const { name: follower } = wanted
  for (const { reason } of holes) logger.error({ follower }, reason)
  if (holes.length === 0) logger.info({ follower }, 'the follower lacks nothing any more')
}

async function lookAtJumps(watched: Watched, log: LogToCount) {
  const jumps = watched.following.revisions.jumps()
  for (const jump of jumps.slice(watched.jumps)) {
    const { stream } = jump
    const passedOver = await passedOverBy(jump, log)
    if (passedOver > 0) {
      watched.jumped.set(stream, (watched.jumped.get(stream) ?? 0) + passedOver)
    }
    watched.jumps += 1
  }
}

/** Where a stream was cut, or somebody else has written into it, its revisions jump for everybody. */
async function passedOverBy({ stream, after, before }: RevisionJump, { readStream }: LogToCount) {
  const maxCount = Number(before - after) - 1
  const page = await readStream(stream, { from: after + 1n, maxCount }).catch(emptyIfTombstoned)
  return page.filter(({ revision, isGenuine }) => isGenuine && revision < before).length
}

type InLog = (difference: Difference, upTo: LogPosition) => Promise<Lacks | undefined>

/** Undefined while it rests: reading a large log takes long, and must not be all that is done. */
function restingReader(log: LogToCount): InLog {
  let restsUntil = 0
  return async (difference, upTo) => {
    if (difference.lacks.size === 0) return difference.lacks
    const startedAt = performance.now()
    if (startedAt < restsUntil) return undefined
    const lacking = await lackingInLog(log, difference, upTo)
    restsUntil = performance.now() + REST * (performance.now() - startedAt)
    return lacking
  }
}

async function compare(watched: Watched, tally: LogTally, inLog: InLog) {
  const { place, counter, counted } = watched.following
  if (place.position === START_OF_LOG || counted.size === 0) return
  if (place === watched.comparedAt && watched.lacking.size === 0) return
  const next = watched.next ?? { place, counted, attempts: 0 }
  const tallied = await tally.upTo(next.place)
  next.attempts += 1
  watched.next = tallied === undefined && next.attempts < MAX_ATTEMPTS ? next : undefined
  if (tallied === undefined) return
  const { counts: other, isBehind } = tallied
  const lacks = counter.lacking(other, next.counted)
  if (!isSame(lacks, watched.lacking)) {
    const lacking = await inLog({ lacks, other }, next.place.position)
    if (lacking === undefined) return
    counter.settle(lacks, lacking)
    watched.lacking = lacking
  }
  if (!isBehind) watched.comparedAt = next.place
}

const isSame = (one: Lacks, other: Lacks) =>
  one.size === other.size && [...one].every(([of, count]) => other.get(of) === count)
