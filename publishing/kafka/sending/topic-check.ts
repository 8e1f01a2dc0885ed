import type { Admin } from 'kafkajs'
import { topicOffsets } from './admin.ts'
import type { FeedCheckpoint, TopicEnds } from './checkpoint.ts'
import { POSITION_TOPIC } from './topics.ts'

/** What the topics have to fit. */
export type ExpectedTopics = Pick<FeedCheckpoint, 'ends' | 'unfinished'>

/** A topic of the feed lost records: a backfill makes it whole. */
export class TopicDamaged extends Error {
  override readonly name = 'TopicDamaged'
  /** What the topics did not fit. */
  readonly expected: ExpectedTopics
  constructor(message: string, expected: ExpectedTopics) {
    super(message)
    this.expected = expected
  }
}

/** It is unknown what Kafka already holds, so nothing may be published. */
export class PositionLost extends Error {
  override readonly name = 'PositionLost'
  constructor() {
    super(
      `the topics hold events, but the position of the feed is lost: ${POSITION_TOPIC} is not there, or empty`,
    )
  }
}

/** Throws if a topic of the checkpoint is gone, shorter than the feed's own count, or half filled. */
export async function checkTopics(
  admin: Admin,
  { ends, unfinished }: ExpectedTopics,
): Promise<void> {
  const damaged = (topic: string, what: string) =>
    new TopicDamaged(
      `${topic} ${what}; \`npm run feed -- backfill --topic ${topic}\` writes what is missing`,
      { ends, unfinished },
    )
  const [half] = unfinished
  if (half !== undefined)
    throw damaged(half, 'is being filled by a backfill, or was left by an interrupted one')
  const there = new Set(await admin.listTopics())
  const gone = Object.keys(ends).find((topic) => !there.has(topic))
  if (gone !== undefined) throw damaged(gone, 'is gone')
  const found = await endsOf(admin, Object.keys(ends))
  for (const [topic, expected] of Object.entries(ends)) {
    const short = expected.findIndex((end, partition) => (found[topic]?.[partition] ?? 0) < end)
    if (short === -1) continue
    const end = found[topic]?.[short] ?? 0
    throw damaged(
      topic,
      `has lost records: partition ${short} ends at ${end}, not ${expected[short]}`,
    )
  }
}

/** The ends of topics that exist. */
export async function endsOf(admin: Admin, topics: readonly string[]): Promise<TopicEnds> {
  const all = await Promise.all(
    topics.map(async (topic) => {
      const partitions = await topicOffsets(admin, topic)
      const ordered = partitions.toSorted((left, right) => left.partition - right.partition)
      return [topic, ordered.map(({ high }) => Number(high))] as const
    }),
  )
  return Object.fromEntries(all)
}
