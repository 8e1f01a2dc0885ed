import kafkajs, { type Admin } from 'kafkajs'
import type { TopicSettings } from '#kernel/platform/kafka/kafka-settings.ts'
import { refusalOf } from '#kernel/platform/kafka/reason.ts'
import { describedTopics, existing, ownSettings } from './described-topics.ts'
import { brokenRules, newTopic, partitionsOf, type TopicFacts } from './topic-settings.ts'

/**
 * Creates the topics of these that do not exist yet. A consumer or the broker may have created some, with
 * the settings of the broker: empty ones are set right.
 */
export async function makeTopics(
  admin: Admin,
  names: readonly string[],
  settings: TopicSettings,
): Promise<void> {
  const there = new Set(await existing(admin, names))
  const wanted = names.filter((name) => !there.has(name))
  if (wanted.length > 0) {
    const topics = wanted.map((topic) => newTopic(topic, settings))
    await admin.createTopics({ topics, waitForLeaders: true })
  }
  const empty = (await describedTopics(admin, names)).filter(({ isEmpty }) => isEmpty)
  for (const facts of empty) await setRight(admin, facts, settings)
}

/** What KAFKA_USER may not change stays, and is found as a misfit. */
async function setRight(admin: Admin, facts: TopicFacts, settings: TopicSettings) {
  const { topic, partitions } = facts
  const broken = brokenRules(facts, settings)
  const count = partitionsOf(topic, settings)
  try {
    if (partitions < count) await admin.createPartitions({ topicPartitions: [{ topic, count }] })
    if (broken.length === 0) return
    // Kafka replaces all settings of the topic by these.
    const kept = (await ownSettings(admin, topic)).filter(
      ({ name }) => !broken.some((rule) => rule.name === name),
    )
    const configEntries = [...kept, ...broken].map(({ name, value }) => ({ name, value }))
    const type = kafkajs.ConfigResourceTypes.TOPIC
    const resources = [{ type, name: topic, configEntries }]
    await admin.alterConfigs({ validateOnly: false, resources })
  } catch (error) {
    if (refusalOf(error) === undefined) throw error
  }
}
