import { type CountByCategory, categoryOf } from '#kernel/events/category-of.ts'
import type { LogPlace, LogSubscription, StoredEvent } from './event-store.ts'
import { type LogPosition, START_OF_LOG } from './log-position.ts'

/** Counts our events that a follower passes, to be compared with what another reader of the log has. */
export interface PassedCounter {
  readonly count: (events: readonly StoredEvent[]) => void
  /** By category, since the place where the follower began. */
  readonly counted: () => ReadonlyMap<string, number>
  /** Since the beginning of the log; of categories of which that is not known, nothing. */
  readonly passed: () => CountByCategory | undefined
  /**
   * By category, how many events the other reader has more than were counted; negative, if fewer. What
   * was passed before the follower counted is taken from the other reader.
   */
  readonly lacking: (
    other: CountByCategory,
    counted: ReadonlyMap<string, number>,
  ) => ReadonlyMap<string, number>
  /** Takes over the other reader's counts, but for what the follower still lacks. */
  readonly settle: (
    found: ReadonlyMap<string, number>,
    lacking: ReadonlyMap<string, number>,
  ) => void
}

type Counting = Pick<LogSubscription, 'after' | 'streamPrefixes' | 'countedPrefixes'>

export function passedCounter(wanted: Counting): PassedCounter {
  const { after, streamPrefixes, countedPrefixes = streamPrefixes ?? [] } = wanted
  const counts = new Map(categoriesOf(countedPrefixes).map((category) => [category, 0]))
  const before = new Map<string, number>()
  for (const category of counts.keys()) {
    const passed = after.position === START_OF_LOG ? 0 : after.passed?.[category]
    if (passed !== undefined) before.set(category, passed)
  }
  return {
    count(events) {
      for (const { isGenuine, stream } of events) {
        if (!isGenuine) continue
        const category = categoryOf(stream)
        const count = counts.get(category)
        if (count !== undefined) counts.set(category, count + 1)
      }
    },
    counted: () => new Map(counts),
    passed() {
      if (before.size === 0) return undefined
      const passed: Record<string, number> = {}
      for (const [category, earlier] of before)
        passed[category] = earlier + (counts.get(category) ?? 0)
      return passed
    },
    lacking(other, counted) {
      const lacks = new Map<string, number>()
      for (const [category, count] of counted) {
        const has = other[category] ?? 0
        const earlier = before.get(category)
        if (earlier === undefined) before.set(category, has - count)
        else if (has !== earlier + count) lacks.set(category, has - earlier - count)
      }
      return lacks
    },
    settle(found, lacking) {
      for (const [category, count] of found) {
        const earlier = before.get(category) ?? 0
        before.set(category, earlier + count - (lacking.get(category) ?? 0))
      }
    },
  }
}

/** What is counted up to a position. */
export interface Counted {
  readonly position: LogPosition
  readonly tally: CountByCategory
}

export const NOTHING_COUNTED: Counted = { position: START_OF_LOG, tally: {} }

/** With what was counted already: the log behind that is to be given. */
export async function countedInLog(
  log: AsyncIterable<StoredEvent>,
  upTo: LogPosition,
  before: Counted,
): Promise<Counted> {
  const tally = { ...before.tally }
  for await (const { position, stream, isGenuine } of log) {
    if (position > upTo) break
    const category = categoryOf(stream)
    if (isGenuine) tally[category] = (tally[category] ?? 0) + 1
  }
  return { position: upTo, tally }
}

/** By category, how many events a kept place has not counted that the other reader has. */
export const lackingAt = (place: LogPlace, other: CountByCategory): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(place.passed ?? {})
      .map(([category, count]) => [category, (other[category] ?? 0) - count] as const)
      .filter(([, lacks]) => lacks !== 0),
  )

/** What was passed at an earlier position, by the place behind a batch of events. */
export function passedAt(
  position: LogPosition,
  events: readonly StoredEvent[],
  { passed }: LogPlace,
): CountByCategory | undefined {
  if (passed === undefined) return undefined
  const counts = { ...passed }
  for (const event of events) {
    const category = categoryOf(event.stream)
    const count = counts[category]
    if (event.position > position && event.isGenuine && count !== undefined) {
      counts[category] = count - 1
    }
  }
  return counts
}

/** Part of a category cannot be compared. */
const categoriesOf = (prefixes: readonly string[]) =>
  prefixes.map(categoryOf).filter((category) => prefixes.includes(`${category}-`))
