import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { LogPlace } from '#kernel/platform/event-store/event-store.ts'
import { readPlace, writePlace } from '#kernel/platform/event-store/kept-place.ts'

/** For each topic the end of each partition: the offset behind the last known record. */
export type TopicEnds = Readonly<Record<string, readonly number[]>>

/** What a transaction writes besides its events. */
export interface FeedCheckpoint {
  readonly place: LogPlace
  /**
   * How far the topics were filled when the transaction began. A topic that is shorter has lost
   * records. The next transaction has the ends of this one; a heartbeat does, too.
   */
  readonly ends: TopicEnds
  /** Topics that a backfill has begun to fill, and has not completed. */
  readonly unfinished: readonly string[]
}

const Kept = Compile(
  Type.Object({
    ends: Type.Record(Type.String(), Type.Array(Type.Integer({ minimum: 0 }))),
    unfinished: Type.Array(Type.String()),
  }),
)

/** JSON. */
export const writeCheckpoint = ({ place, ends, unfinished }: FeedCheckpoint): string =>
  JSON.stringify({ ...JSON.parse(writePlace(place)), ends, unfinished })

/** Throws on what is no kept checkpoint. */
export function readCheckpoint(text: string): FeedCheckpoint {
  const { ends, unfinished } = Kept.Parse(JSON.parse(text))
  return { place: readPlace(text), ends, unfinished }
}

/** The ends after records have been written. */
export function endsAfter(ends: TopicEnds, written: TopicEnds): TopicEnds {
  const later = Object.entries(written).map(([topic, partitions]) => {
    const before = ends[topic] ?? []
    const length = Math.max(before.length, partitions.length)
    const both = Array.from({ length }, (_, index) =>
      Math.max(before[index] ?? 0, partitions[index] ?? 0),
    )
    return [topic, both] as const
  })
  return { ...ends, ...Object.fromEntries(later) }
}
