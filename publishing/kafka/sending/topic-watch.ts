import type { Kafka } from 'kafkajs'
import type { TopicSettings } from '#kernel/platform/kafka/kafka-settings.ts'
import { refusalOf } from '#kernel/platform/kafka/reason.ts'
import { afterEachRest } from '#kernel/platform/waiting/every.ts'
import { withAdmin } from './admin.ts'
import type { TopicEnds } from './checkpoint.ts'
import { areEmpty, existing } from './described-topics.ts'
import { checkTopics, ownTopics, PositionLost, TopicDamaged } from './topic-check.ts'
import { allTopics, feedTopics, POSITION_TOPIC } from './topics.ts'

const LOOK_EVERY_MS = 2_500
/** The settings with every twelfth look: twice a minute. */
const LOOKS_FOR_SETTINGS = 12

interface Watched {
  readonly ends: () => TopicEnds
  readonly settings: TopicSettings
}

/**
 * Looks at the topics until `stop` is aborted, and throws as soon as one is damaged or may not be seen: a
 * producer that writes to another topic would not notice. When Kafka does not answer, commits fail.
 */
export function watchTopics(kafka: Kafka, { ends, settings }: Watched, stop: AbortSignal) {
  let looks = 0
  return afterEachRest(LOOK_EVERY_MS, stop, async () => {
    looks += 1
    try {
      await checkFeed(kafka, ends())
      if (looks % LOOKS_FOR_SETTINGS === 0) {
        await withAdmin(kafka, (admin) => ownTopics(admin, allTopics, settings))
      }
    } catch (error) {
      const isCertain = error instanceof TopicDamaged || error instanceof PositionLost
      if (isCertain || refusalOf(error) !== undefined) throw error
    }
  })
}

/** Throws if the position is lost, or if a topic is damaged. */
export const checkFeed = (kafka: Kafka, ends: TopicEnds): Promise<void> =>
  withAdmin(kafka, async (admin) => {
    if ((await existing(admin, [POSITION_TOPIC])).length === 0) {
      // Without any events there is nothing that could be published twice.
      if (!(await areEmpty(admin, feedTopics))) throw new PositionLost()
    }
    await checkTopics(admin, { ends, unfinished: [] })
  })
