import { categoryOf } from '#kernel/events/category-of.ts'
import type { EventStore, LogPlace, PassedEvents } from './event-store.ts'
import { lackingAt } from './passed-events.ts'
import type { Standstill } from './standstill-report.ts'

/** A reader of the whole log that counts, with whom the followers are compared. */
export interface LogTally {
  /** Its name among the followers of the log. */
  readonly name: string
  /** Of each category, how many of our events it has up to a place; undefined where it cannot tell. */
  readonly upTo: (place: LogPlace) => Promise<PassedEvents | undefined>
}

/** How many events are lacking, by category or by stream; negative, where there are too many. */
export type Lacks = ReadonlyMap<string, number>

export type Hole = Required<Standstill>

/** What of lacking events is a hole: those of damaged streams are gone for everybody, and reported as damaged. */
export async function unexplained(
  { damagedStreams }: Pick<EventStore, 'damagedStreams'>,
  lacks: Lacks,
): Promise<Lacks> {
  if (lacks.size === 0) return lacks
  const damaged = (await damagedStreams()).map(({ stream }) => stream)
  const explained = new Set([...damaged, ...damaged.map(categoryOf)])
  return new Map([...lacks].filter(([of]) => !explained.has(of)))
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

/** The holes of a place that a follower has kept. */
export async function holesOfPlace(
  name: string,
  place: LogPlace,
  { tally, eventStore }: { readonly tally: LogTally; readonly eventStore: EventStore },
): Promise<readonly Hole[]> {
  const other = await tally.upTo(place)
  if (other === undefined) return []
  const lacks = await unexplained(eventStore, lackingAt(place, other))
  return holesBetween(name, tally.name, lacks)
}
