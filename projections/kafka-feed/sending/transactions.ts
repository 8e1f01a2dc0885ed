import type { Message, TopicMessages } from 'kafkajs'
import type { Publication } from '#projections/kafka-feed/public-events/public-event.ts'
import { messageOf } from './message.ts'

/** Below what a broker takes as one batch by default; compression makes it less still. */
const MAX_BYTES = 800_000

/** What one transaction publishes: the log's events up to a position. */
export interface Piece {
  readonly messages: readonly TopicMessages[]
  readonly publications: readonly Publication[]
  readonly upTo: bigint
}

/** In order, in as few transactions as their size allows; the last one reaches `upTo`. */
export function* inTransactions(
  publications: readonly Publication[],
  upTo: bigint,
): Generator<Piece> {
  let topics = new Map<string, Message[]>()
  let bytes = 0
  let published: Publication[] = []
  let reached = 0n
  const piece = (position: bigint) => {
    const messages = [...topics].map(([topic, ofTopic]) => ({ topic, messages: ofTopic }))
    const made = { messages, publications: published, upTo: position }
    topics = new Map()
    bytes = 0
    published = []
    return made
  }
  for (const publication of publications) {
    const message = messageOf(publication)
    const size = HEADERS_BYTES + (message.value?.length ?? 0)
    if (published.length > 0 && bytes + size > MAX_BYTES) yield piece(reached)
    const { topic } = publication.event
    const ofTopic = topics.get(topic) ?? []
    topics.set(topic, ofTopic)
    ofTopic.push(message)
    bytes += size
    published.push(publication)
    reached = publication.recorded.position
  }
  yield piece(upTo)
}

const HEADERS_BYTES = 500
