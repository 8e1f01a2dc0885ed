import type { Logger } from '../process/logger.ts'
import type { EventStore, LogPlace } from './event-store.ts'
import type { Following, HoleWatch } from './following.ts'
import { type Hole, holesBetween, type Lacks, type LogTally, unexplained } from './holes.ts'
import { START_OF_LOG } from './log-position.ts'
import { COMPARISONS_PER_STANDSTILL } from './standstill.ts'

/** The other reader may be far behind, or begin behind the place. */
const MAX_ATTEMPTS = 8

type Log = Pick<EventStore, 'damagedStreams'>

interface Settings {
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
  /** By category: what the comparison has shown, and what of it no damaged stream explains. */
  found: Lacks
  lacking: Lacks
  /** By stream: where its revisions jumped. */
  jumped: Lacks
  /** How many jumps were looked at. */
  jumps: number
}

/** Regularly compares what the followers of the log have passed with what another reader has. */
export function watchHoles(log: Log, { tally, standstillMs }: Settings, logger: Logger): HoleWatch {
  const followers = new Map<string, Watched>()
  let comparing: Promise<void> | undefined
  let cannotCompare = false

  async function compareAll() {
    for (const watched of followers.values()) {
      const before = holesOf(watched).length
      await findJumps(watched, log)
      if (tally !== undefined) await compare(watched, tally, log)
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

  const timer = setInterval(() => {
    comparing ??= compareAll()
      .catch((error: unknown) => {
        if (!cannotCompare) logger.warn({ err: error }, 'followers of the log cannot be compared')
        cannotCompare = true
      })
      .finally(() => {
        comparing = undefined
      })
  }, standstillMs / COMPARISONS_PER_STANDSTILL)
  timer.unref()

  return {
    begin: (following) => void followers.set(following.wanted.name, { ...notCompared, following }),
    close: (following) => {
      const { name } = following.wanted
      if (followers.get(name)?.following === following) followers.delete(name)
    },
    holes: () => [...followers.values()].flatMap(holesOf),
    stop: () => clearInterval(timer),
  }
}

const nothing: Lacks = new Map()
const notCompared = {
  comparedAt: undefined,
  next: undefined,
  found: nothing,
  lacking: nothing,
  jumped: nothing,
  jumps: 0,
}

function report({ wanted, logger }: Following, holes: readonly Hole[]) {
  const { name: follower } = wanted
  for (const { reason } of holes) logger.error({ follower }, reason)
  if (holes.length === 0) logger.info({ follower }, 'the follower lacks nothing any more')
}

async function findJumps(watched: Watched, log: Log) {
  const missing = new Map(watched.following.revisions.missing())
  if (missing.size === watched.jumps) return
  watched.jumped = await unexplained(log, missing)
  watched.jumps = missing.size
}

async function compare(watched: Watched, tally: LogTally, log: Log) {
  const { place, counter, counted } = watched.following
  if (place.position === START_OF_LOG) return
  if (place === watched.comparedAt && watched.lacking.size === 0) return
  const next = watched.next ?? { place, counted, attempts: 0 }
  const other = await tally.upTo(next.place)
  next.attempts += 1
  watched.next = other === undefined && next.attempts < MAX_ATTEMPTS ? next : undefined
  if (other === undefined) return
  const found = counter.lacking(other, next.counted)
  // The store looks through its whole log for damaged streams.
  if (!isSame(found, watched.found)) watched.lacking = await unexplained(log, found)
  Object.assign(watched, { found, comparedAt: next.place })
}

const isSame = (one: Lacks, other: Lacks) =>
  one.size === other.size && [...one].every(([of, count]) => other.get(of) === count)
