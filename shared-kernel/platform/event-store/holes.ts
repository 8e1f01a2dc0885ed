import type { CountByCategory } from '#kernel/events/category-of.ts'
import type { EventStore, LogPlace } from './event-store.ts'
import { type LogPosition, START_OF_LOG } from './log-position.ts'
import { countedInLog, lackingAt, NOTHING_COUNTED } from './passed-events.ts'
import type { Standstill } from './standstill-report.ts'

/** A reader of the whole log that counts, with whom the followers are compared. */
export interface LogTally {
  /** Its name among the followers of the log. */
  readonly name: string
  /** What it has up to a place; undefined where it cannot tell. */
  readonly upTo: (place: LogPlace) => Promise<Tallied | undefined>
}

interface Tallied {
  /** Of each category, how many of our events it has up to the place, if it has come as far. */
  readonly counts: CountByCategory
  /** It ends before the place: perhaps it has yet to come as far, perhaps the rest is nobody's. */
  readonly isBehind: boolean
}

/** How many events are lacking, by category or by stream; negative, where the other reader lacks them. */
export type Lacks = ReadonlyMap<string, number>

/** Between what a follower has passed and what the other reader has at the same place. */
export interface Difference {
  readonly lacks: Lacks
  readonly other: CountByCategory
}

export type Hole = Required<Standstill>

/**
 * What the log itself has that one of two readers lacks. Where the log has no more than who has less, events
 * were deleted since, and nobody can be given them.
 */
export async function lackingInLog(
  { readLog }: Pick<EventStore, 'readLog'>,
  { lacks, other }: Difference,
  upTo: LogPosition,
): Promise<Lacks> {
  if (lacks.size === 0) return lacks
  const { tally: log } = await countedInLog(readLog(START_OF_LOG), upTo, NOTHING_COUNTED)
  const holes = new Map<string, number>()
  for (const [category, lack] of lacks) {
    const fewer = (other[category] ?? 0) - Math.max(lack, 0)
    const hidden = (log[category] ?? 0) - fewer
    if (hidden > 0) holes.set(category, lack > 0 ? hidden : -hidden)
  }
  return holes
}

/** What one reader of the log lacks that another one has, and the other way round. */
export const holesBetween = (name: string, otherName: string, lacks: Lacks): readonly Hole[] => [
  ...holeOf(
    name,
    [...lacks].filter(([, count]) => count > 0),
  ),
  ...holeOf(
    otherName,
    [...lacks].filter(([, count]) => count < 0).map(([of, count]) => [of, -count] as const),
  ),
]

function holeOf(name: string, lacks: readonly (readonly [string, number])[]): readonly Hole[] {
  if (lacks.length === 0) return []
  const missing = lacks.reduce((sum, [, count]) => sum + count, 0)
  const parts = lacks.map(([of, count]) => `${count} of ${of}`).join(', ')
  const what = missing === 1 ? 'an event' : `${missing} events`
  return [{ name, missing, reason: `${name} lacks ${what} of the log: ${parts}` }]
}

interface LogsCompared {
  readonly tally: LogTally
  readonly eventStore: Pick<EventStore, 'readLog'>
}

/** The holes of a place that a follower has kept. */
export async function holesOfPlace(
  name: string,
  place: LogPlace,
  { tally, eventStore }: LogsCompared,
): Promise<readonly Hole[]> {
  const { counts: other } = (await tally.upTo(place)) ?? {}
  if (other === undefined) return []
  const found = { lacks: lackingAt(place, other), other }
  return holesBetween(name, tally.name, await lackingInLog(eventStore, found, place.position))
}
