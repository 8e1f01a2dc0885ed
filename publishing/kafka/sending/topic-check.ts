import type { Admin } from 'kafkajs'
import type { TopicSettings } from '#kernel/platform/kafka/kafka-settings.ts'
import { topicOffsets } from './admin.ts'
import type { FeedCheckpoint, TopicEnds } from './checkpoint.ts'
import { describedTopics, existing } from './described-topics.ts'
import { makeTopics } from './make-topics.ts'
import { type Misfit, misfitsOf } from './topic-settings.ts'
import { POSITION_TOPIC } from './topics.ts'

/** What the topics have to fit. */
export type ExpectedTopics = Pick<FeedCheckpoint, 'ends' | 'unfinished'>

/** A topic of the feed lost records, or is about to; the message says the way out. */
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
export async function checkTopics(admin: Admin, expected: ExpectedTopics): Promise<void> {
  const { ends, unfinished } = expected
  const [half] = unfinished
  if (half !== undefined) {
    const what = `${half} is being filled by a backfill, or was left by an interrupted one`
    throw new TopicDamaged(`${what}; ${filled(half)}`, expected)
  }
  const there = await existing(admin, Object.keys(ends))
  const gone = Object.keys(ends).find((topic) => !there.includes(topic))
  if (gone !== undefined) throw new TopicDamaged(`${gone} is gone; ${filled(gone)}`, expected)
  const damage = damageIn(ends, await endsOf(admin, there))
  if (damage !== undefined) throw new TopicDamaged(damage, expected)
}

/** The first thing that the feed's own count does not fit; topics without any records fit. */
export function damageIn(ends: TopicEnds, found: TopicEnds): string | undefined {
  for (const [topic, expected] of Object.entries(ends)) {
    const now = found[topic] ?? []
    const short = expected.findIndex((end, partition) => (now[partition] ?? 0) < end)
    if (short !== -1) {
      const end = now[short] ?? 0
      return `${topic} has lost records: partition ${short} ends at ${end}, not ${expected[short]}; ${filled(topic)}`
    }
    if (isSplit(expected, now)) {
      return `${topic} has ${now.length} partitions, not ${expected.length}: records of a key would lie in two of them; delete it, and ${filled(topic)}`
    }
  }
  return undefined
}

/** Whether a topic that has records has another number of partitions than they were spread over. */
export function isSplit(expected: readonly number[], now: readonly number[]): boolean {
  const isUsed = [...expected, ...now].some((end) => end > 0)
  return isUsed && expected.length > 0 && now.length !== expected.length
}

const filled = (topic: string) =>
  `\`npm run feed -- backfill --topic ${topic}\` writes what is missing`

/**
 * Creates what does not exist of these topics and sets empty ones right. Throws if a setting of another one
 * deletes records; returns what only deserves a warning.
 */
export async function ownTopics(
  admin: Admin,
  names: readonly string[],
  settings: TopicSettings,
): Promise<readonly Misfit[]> {
  await makeTopics(admin, names, settings)
  const misfits = (await describedTopics(admin, names)).flatMap((facts) =>
    misfitsOf(facts, settings),
  )
  const damage = misfits.find(({ verdict }) => verdict === 'damage')
  if (damage === undefined) return misfits
  const { topic, found, cure } = damage
  throw new TopicDamaged(`${topic}: ${found}; ${cure}`, { ends: {}, unfinished: [] })
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
