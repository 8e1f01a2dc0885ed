import type { Admin, ITopicConfig } from 'kafkajs'
import type { TopicSettings } from '#kernel/platform/kafka.ts'
import { topics, topicsWithoutEnd } from '#projections/kafka-feed/public-events/decision.ts'

/** Outside the pattern of the public topics, so that a consumer of `sarraf.*` does not see it. */
export const POSITION_TOPIC = '_sarraf.feed-position'

/** Where an early version kept the position. */
const FORMER_POSITION_TOPIC = 'sarraf.feed-position.v1'

export const hasFormerPosition = async (admin: Admin): Promise<boolean> =>
  (await admin.listTopics()).includes(FORMER_POSITION_TOPIC)

export const formerPosition = `the topic ${FORMER_POSITION_TOPIC} of an earlier version is here; the feed keeps its position in ${POSITION_TOPIC} and does not read the former one`

/** Creates the feed's topics that do not exist yet. */
export async function makeTopics(admin: Admin, settings: TopicSettings): Promise<void> {
  const there = new Set(await admin.listTopics())
  const wanted = [...topics.map((topic) => eventTopic(topic, settings)), positionTopic(settings)]
  await create(
    admin,
    wanted.filter(({ topic }) => !there.has(topic)),
  )
}

/** Creates a further topic for events; false if it exists already. */
export async function makeEventTopic(admin: Admin, topic: string, settings: TopicSettings) {
  if ((await admin.listTopics()).includes(topic)) return false
  await create(admin, [eventTopic(topic, settings)])
  return true
}

/** Whether nothing was ever written to these topics, not even an aborted transaction. */
export async function areEmpty(admin: Admin, names: readonly string[]): Promise<boolean> {
  const offsets = await Promise.all(names.map((name) => admin.fetchTopicOffsets(name)))
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
    { name: 'cleanup.policy', value: 'delete' },
    {
      name: 'retention.ms',
      value: topicsWithoutEnd.has(topic) ? '-1' : String(settings.retentionMs),
    },
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
