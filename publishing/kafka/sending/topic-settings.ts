import type { ITopicConfig } from 'kafkajs'
import type { TopicSettings } from '#kernel/platform/kafka/kafka-settings.ts'
import { topicsWithoutEnd } from '#publishing/events/decision.ts'
import { isCompacted, POSITION_TOPIC } from './topics.ts'

/** What Kafka says of a topic. */
export interface TopicFacts {
  readonly topic: string
  readonly partitions: number
  /** Nothing was ever written to it, not even an aborted transaction. */
  readonly isEmpty: boolean
  /** The broker deleted its first records. */
  readonly lacksFirst: boolean
  /** Of the partition that has the fewest. */
  readonly replicas: number
  readonly inSync: number
  /** Undefined: KAFKA_USER may not read them. */
  readonly settings: ReadonlyMap<string, string> | undefined
}

/** What does not fit of a topic that has records; an empty one is set right. */
export interface Misfit {
  readonly topic: string
  readonly found: string
  readonly cure: string
  /**
   * `damage`: records that the topic promises to keep are deleted, so nothing is published meanwhile.
   * `fault`: nothing can be written. `warning`: all works, but not for long, or not on a bad day.
   */
  readonly verdict: 'damage' | 'fault' | 'warning'
}

interface TopicRule {
  readonly name: string
  /** What the feed sets. */
  readonly value: string
  readonly fits: (found: string) => boolean
  readonly otherwise: string
  readonly cure: string
  readonly isDamage: boolean
  /** Set in new topics, too; brokers of some versions do not know the others. */
  readonly isOfNewTopics: boolean
}

const RECORD_BYTES = 1_000_000
const HOUR_MS = 3_600_000

/**
 * What the settings of a topic must be. Damage is what deletes records that the topic promises to keep;
 * what only weakens it is a warning; a longer retention, or more replicas in sync, fits.
 */
const topicRules = (topic: string, settings: TopicSettings): readonly TopicRule[] => [
  ...(isCompacted(topic) ? compactedRules : eventRules(keptMs(topic, settings))),
  {
    ...least(
      'min.insync.replicas',
      settings.minInSyncReplicas,
      'a broker that fails can take acknowledged records along',
    ),
    isOfNewTopics: true,
  },
  {
    ...exactly(
      'unclean.leader.election.enable',
      'false',
      'a replica that lags can become the leader, and acknowledged records are gone',
    ),
    isDamage: false,
  },
  least('message.timestamp.before.max.ms', HOUR_MS, CLOCKS),
  least('message.timestamp.after.max.ms', HOUR_MS, CLOCKS),
  least('max.message.bytes', RECORD_BYTES, 'a larger batch of events stops the feed'),
]

const CLOCKS = 'clocks that differ by so much stop the feed'

const exactly = (name: string, value: string, otherwise: string): TopicRule => ({
  name,
  value,
  fits: (found) => found === value,
  otherwise,
  cure: `set it to ${value}`,
  isDamage: true,
  isOfNewTopics: true,
})

const least = (name: string, value: number, otherwise: string): TopicRule => ({
  name,
  value: String(value),
  fits: (found) => Number(found) >= value,
  otherwise,
  cure: `set it to ${value} or more`,
  isDamage: false,
  isOfNewTopics: false,
})

const compactedRules: readonly TopicRule[] = [
  exactly('cleanup.policy', 'compact', 'the last record of a key is deleted by age'),
]

const eventRules = (retentionMs: number): readonly TopicRule[] => [
  {
    ...exactly('cleanup.policy', 'delete', 'all events of a key but the last are deleted'),
    fits: (found) => !found.includes('compact'),
  },
  {
    ...exactly('retention.ms', String(retentionMs), 'older events are deleted'),
    fits: (found) => found === '-1' || (retentionMs !== -1 && Number(found) >= retentionMs),
    cure: `set it to ${retentionMs}, or KAFKA_RETENTION_MS to what is wanted`,
  },
  exactly('retention.bytes', '-1', 'events are deleted by the topic’s size'),
]

const keptMs = (topic: string, { retentionMs }: TopicSettings) =>
  topicsWithoutEnd.has(topic) ? -1 : retentionMs

/** The position has one partition, so that its records have one order. */
export const partitionsOf = (topic: string, { partitions }: TopicSettings): number =>
  topic === POSITION_TOPIC ? 1 : partitions

export const newTopic = (topic: string, settings: TopicSettings): ITopicConfig => ({
  topic,
  numPartitions: partitionsOf(topic, settings),
  replicationFactor: settings.replication,
  configEntries: [
    ...topicRules(topic, settings)
      .filter(({ isOfNewTopics }) => isOfNewTopics)
      .map(({ name, value }) => ({ name, value })),
    ...(topic === POSITION_TOPIC ? [{ name: 'segment.bytes', value: '16777216' }] : []),
  ],
})

/** The rules that the settings of a topic break; a setting that the broker does not know breaks none. */
export const brokenRules = ({ topic, settings }: TopicFacts, wanted: TopicSettings) =>
  topicRules(topic, wanted).filter(({ name, fits }) => {
    const found = settings?.get(name)
    return found !== undefined && !fits(found)
  })

/** The number of partitions is compared with the checkpoint, which knows where the keys are. */
export function misfitsOf(facts: TopicFacts, wanted: TopicSettings): readonly Misfit[] {
  const { topic, partitions, settings, lacksFirst } = facts
  const misfits: Misfit[] = brokenRules(facts, wanted).map(
    ({ name, otherwise, cure, isDamage }) => ({
      topic,
      found: `${name} is ${settings?.get(name)}: ${otherwise}`,
      cure,
      verdict: isDamage ? 'damage' : 'warning',
    }),
  )
  if (topic === POSITION_TOPIC && partitions !== 1) {
    const found = `has ${partitions} partitions: its records have no order`
    const cure = 'delete it while the topics of the feed are empty, or restore it'
    misfits.push({ topic, found, cure, verdict: 'damage' })
  }
  if (lacksFirst && !isCompacted(topic) && keptMs(topic, wanted) === -1) {
    const found = 'its first records are gone'
    const cure = `where consumers need them, delete it and run \`npm run feed -- backfill --topic ${topic}\``
    misfits.push({ topic, found, cure, verdict: 'warning' })
  }
  return [...misfits, ...replicaMisfits(facts)]
}

function replicaMisfits({ topic, replicas, inSync, settings }: TopicFacts): readonly Misfit[] {
  const needed = Number(settings?.get('min.insync.replicas') ?? Number.NaN)
  if (inSync < needed) {
    const found = `${inSync} replicas are in sync, min.insync.replicas is ${needed}: nothing can be written`
    return [{ topic, found, cure: 'start the missing brokers', verdict: 'fault' }]
  }
  if (replicas > 1 && needed < 2) {
    const found = `min.insync.replicas is ${needed}: one broker that fails can take acknowledged events along`
    return [{ topic, found, cure: 'set it to 2', verdict: 'warning' }]
  }
  return []
}
