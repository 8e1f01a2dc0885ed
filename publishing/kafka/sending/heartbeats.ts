import type { TopicMessages } from 'kafkajs'
import type { LogPlace } from '#kernel/platform/event-store/event-store.ts'
import { feedTopics, HEARTBEAT_TOPIC } from './topics.ts'

/**
 * One record for each topic, in the transaction that commits the place: every event up to the
 * position is in the topic, so a consumer that has read so far has seen everything.
 */
export function heartbeats({ position }: LogPlace): TopicMessages {
  const at = new Date().toISOString()
  const messages = feedTopics
    .filter((topic) => topic !== HEARTBEAT_TOPIC)
    .map((topic) => ({
      key: topic,
      value: JSON.stringify({ topic, completeUpTo: String(position), at }),
      headers: { 'content-type': 'application/json' },
    }))
  return { topic: HEARTBEAT_TOPIC, messages }
}
