import type { Admin, ITopicConfig } from 'kafkajs'
import type { TopicSettings } from '#kernel/platform/kafka/kafka-settings.ts'
import { topics, topicsWithoutEnd } from '#publishing/events/decision.ts'
import { stateTopics } from '../states/state-nouns.ts'
import { topicOffsets } from './admin.ts'

/** Outside the pattern of the public topics, so that a consumer of `sarraf.*` does not see it. */
export const POSITION_TOPIC = '_sarraf.feed-position'

/** How far each topic is complete; one record for each topic. */
export const HEARTBEAT_TOPIC = 'sarraf.heartbeats.v1'

/** All topics for consumers. */
export const feedTopics: readonly string[] = [...topics, ...stateTopics, HEARTBEAT_TOPIC]

/** Whether the broker keeps only the latest record of each key. */
export const isCompacted = (topic: string): boolean =>
  stateTopics.includes(topic) || topic === HEARTBEAT_TOPIC

/** Creates the topic of the feed's position if it does not exist yet. */
export async function makePositionTopic(admin: Admin, settings: TopicSettings): Promise<void> {
  if ((await admin.listTopics()).includes(POSITION_TOPIC)) return
  await create(admin, [positionTopic(settings)])
}

/** Creates the topics of these that do not exist yet. */
export async function makeEventTopics(
  admin: Admin,
  names: readonly string[],
  settings: TopicSettings,
): Promise<void> {
  const there = new Set(await admin.listTopics())
  const wanted = names.filter((name) => !there.has(name))
  await create(
    admin,
    wanted.map((topic) => eventTopic(topic, settings)),
  )
}

/** Whether nothing was ever written to these topics, not even an aborted transaction. */
export async function areEmpty(admin: Admin, names: readonly string[]): Promise<boolean> {
  const there = new Set(await admin.listTopics())
  const existing = names.filter((name) => there.has(name))
  const offsets = await Promise.all(existing.map((name) => topicOffsets(admin, name)))
  return offsets.flat().every(({ high }) => high === '0')
}

async function create(admin: Admin, wanted: ITopicConfig[]) {
  if (wanted.length === 0) return
  await admin.createTopics({ topics: wanted, waitForLeaders: true })
}

export const eventTopic = (topic: string, settings: TopicSettings): ITopicConfig => ({
  topic,
  numPartitions: settings.partitions,
  replicationFactor: settings.replication,
  configEntries: [
    ...(isCompacted(topic)
      ? [{ name: 'cleanup.policy', value: 'compact' }]
      : [
          { name: 'cleanup.policy', value: 'delete' },
          {
            name: 'retention.ms',
            value: topicsWithoutEnd.has(topic) ? '-1' : String(settings.retentionMs),
          },
        ]),
    { name: 'min.insync.replicas', value: String(settings.minInSyncReplicas) },
  ],
})

/** One partition, so that its records have one order. Only the last record of each key is needed. */
const positionTopic = (settings: TopicSettings): ITopicConfig => ({
  topic: POSITION_TOPIC,
  numPartitions: 1,
  replicationFactor: settings.replication,
  configEntries: [
    { name: 'cleanup.policy', value: 'compact' },
    { name: 'segment.bytes', value: '16777216' },
    { name: 'min.insync.replicas', value: String(settings.minInSyncReplicas) },
  ],
})
