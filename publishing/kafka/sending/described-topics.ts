import kafkajs, { type Admin } from 'kafkajs'
import { isOfType, RightMissing, refusalOf } from '#kernel/platform/kafka/reason.ts'
import { onceKnown, topicOffsets } from './admin.ts'
import type { TopicFacts } from './topic-settings.ts'

/**
 * Those of the topics that exist. Kafka lists only what KAFKA_USER may describe, so it is asked by name
 * for what is not listed; throws RightMissing where it does not say.
 */
export async function existing(
  admin: Admin,
  topics: readonly string[],
): Promise<readonly string[]> {
  const listed = new Set(await admin.listTopics())
  const found: string[] = []
  for (const topic of topics) {
    if (listed.has(topic) || (await exists(admin, topic))) found.push(topic)
  }
  return found
}

async function exists(admin: Admin, topic: string): Promise<boolean> {
  try {
    await admin.fetchTopicMetadata({ topics: [topic] })
    return true
  } catch (error) {
    if (isOfType(error, 'UNKNOWN_TOPIC_OR_PARTITION')) return false
    throw refusalOf(error) === undefined
      ? error
      : new RightMissing('describe', topic, { cause: error })
  }
}

/** Whether nothing was ever written to these topics, not even an aborted transaction. */
export async function areEmpty(admin: Admin, topics: readonly string[]): Promise<boolean> {
  const there = await existing(admin, topics)
  const offsets = await Promise.all(there.map((topic) => topicOffsets(admin, topic)))
  return offsets.flat().every(({ high }) => high === '0')
}

/** Of topics that exist. */
export async function describedTopics(
  admin: Admin,
  topics: readonly string[],
): Promise<readonly TopicFacts[]> {
  const settings = await settingsOf(admin, topics)
  const { topics: described } = await admin.fetchTopicMetadata({ topics: [...topics] })
  return Promise.all(
    topics.map(async (topic) => {
      const partitions = described.find(({ name }) => name === topic)?.partitions ?? []
      const offsets = await topicOffsets(admin, topic)
      return {
        topic,
        partitions: offsets.length,
        replicas: Math.min(...partitions.map(({ replicas }) => replicas.length)),
        inSync: Math.min(...partitions.map(({ isr }) => isr.length)),
        isEmpty: offsets.every(({ high }) => high === '0'),
        lacksFirst: offsets.some(({ low }) => low !== '0'),
        settings: settings && new Map(settings(topic).map(({ name, value }) => [name, value])),
      }
    }),
  )
}

/** What was set for the topic itself, and not for the broker. */
export async function ownSettings(admin: Admin, topic: string) {
  const settings = await settingsOf(admin, [topic])
  return settings?.(topic).filter(({ isOwn }) => isOwn) ?? []
}

/** By topic; undefined without the right to read them. */
async function settingsOf(admin: Admin, topics: readonly string[]) {
  if (topics.length === 0) return () => []
  try {
    const type = kafkajs.ConfigResourceTypes.TOPIC
    const asked = topics.map((name) => ({ type, name }))
    const { resources } = await onceKnown(() =>
      admin.describeConfigs({ includeSynonyms: false, resources: asked }),
    )
    return (topic: string) =>
      (resources.find(({ resourceName }) => resourceName === topic)?.configEntries ?? []).map(
        ({ configName: name, configValue: value, configSource }) => ({
          name,
          value,
          isOwn: configSource === kafkajs.ConfigSource.TOPIC_CONFIG,
        }),
      )
  } catch (error) {
    if (refusalOf(error) === undefined) throw error
    return undefined
  }
}
