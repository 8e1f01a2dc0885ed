import type { Kafka } from 'kafkajs'
import { afterEachRest } from '#kernel/platform/waiting/every.ts'
import { withAdmin } from './admin.ts'
import type { TopicEnds } from './checkpoint.ts'
import { checkTopics, PositionLost, TopicDamaged } from './topic-check.ts'
import { areEmpty, feedTopics, POSITION_TOPIC } from './topics.ts'

const LOOK_EVERY_MS = 2_500

/**
 * Looks at the topics until `stop` is aborted, and throws as soon as one is damaged: a producer
 * that writes to another topic would not notice. When Kafka does not answer, commits fail.
 */
export const watchTopics = (kafka: Kafka, ends: () => TopicEnds, stop: AbortSignal) =>
  afterEachRest(LOOK_EVERY_MS, stop, async () => {
    try {
      await checkFeed(kafka, ends())
    } catch (error) {
      if (error instanceof TopicDamaged || error instanceof PositionLost) throw error
    }
  })

/** Throws if the position is lost, or if a topic is damaged. */
export const checkFeed = (kafka: Kafka, ends: TopicEnds): Promise<void> =>
  withAdmin(kafka, async (admin) => {
    if (!(await admin.listTopics()).includes(POSITION_TOPIC)) {
      // Without any events there is nothing that could be published twice.
      if (!(await areEmpty(admin, feedTopics))) throw new PositionLost()
    }
    await checkTopics(admin, { ends, unfinished: [] })
  })
