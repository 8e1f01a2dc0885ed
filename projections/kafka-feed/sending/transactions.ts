import type { Message, TopicMessages } from 'kafkajs'
import { type LogPlace, referenceTo } from '#kernel/platform/event-store/event-store.ts'
import type { Publication } from '#projections/kafka-feed/public-events/public-event.ts'
import { type Addressed, messagesOf } from './message.ts'

/** Before compression. Below the default limit of a broker for one batch. */
const MAX_BYTES = 800_000

/** The content of one transaction: the events of the log up to a place. */
export interface Piece {
  readonly messages: readonly TopicMessages[]
  readonly publications: readonly Publication[]
  readonly upTo: LogPlace
}

/** Divides publications into as few transactions as their size allows; the last reaches `upTo`. */
export function* inTransactions(
  publications: readonly Publication[],
  { upTo, schemasUrl }: { readonly upTo: LogPlace; readonly schemasUrl: string },
): Generator<Piece> {
  let topics = new Map<string, Message[]>()
  let bytes = 0
  let published: Publication[] = []
  const piece = (place: LogPlace) => {
    const messages = [...topics].map(([topic, ofTopic]) => ({ topic, messages: ofTopic }))
    const made = { messages, publications: published, upTo: place }
    topics = new Map()
    bytes = 0
    published = []
    return made
  }
  for (const publication of publications) {
    const messages = messagesOf(publication, schemasUrl)
    const size = sizeOf(messages)
    const last = published.at(-1)?.recorded
    if (last !== undefined && bytes + size > MAX_BYTES) {
      yield piece({ position: last.position, lastEvent: referenceTo(last) })
    }
    for (const { topic, message } of messages) {
      const ofTopic = topics.get(topic) ?? []
      topics.set(topic, ofTopic)
      ofTopic.push(message)
    }
    bytes += size
    published.push(publication)
  }
  yield piece(upTo)
}

const HEADERS_BYTES = 500

const sizeOf = (messages: readonly Addressed[]) =>
  messages.reduce((sum, { message }) => sum + HEADERS_BYTES + (message.value?.length ?? 0), 0)
