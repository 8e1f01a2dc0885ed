import { topics } from '#publishing/events/decision.ts'
import { stateTopics } from '../states/state-nouns.ts'

/** Outside the pattern of the public topics, so that a consumer of `sarraf.*` does not see it. */
export const POSITION_TOPIC = '_sarraf.feed-position'

/** How far each topic is complete; one record for each topic. */
export const HEARTBEAT_TOPIC = 'sarraf.heartbeats.v1'

/** All topics for consumers. */
export const feedTopics: readonly string[] = [...topics, ...stateTopics, HEARTBEAT_TOPIC]

/** Those, and the feed's own. */
export const allTopics: readonly string[] = [POSITION_TOPIC, ...feedTopics]

/** Whether the broker keeps only the latest record of each key. */
export const isCompacted = (topic: string): boolean =>
  stateTopics.includes(topic) || topic === HEARTBEAT_TOPIC || topic === POSITION_TOPIC
