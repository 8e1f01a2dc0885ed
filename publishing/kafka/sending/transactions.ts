import type { Message, TopicMessages } from 'kafkajs'
import { type LogPlace, referenceTo } from '#kernel/platform/event-store/event-store.ts'
import type { Publication } from '#publishing/events/public-event.ts'
import { type Addressed, messagesOf } from './message.ts'

/** Of each topic, before compression. Below the default limit of a broker for one batch. */
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
  let bytes = new Map<string, number>()
  let published: Publication[] = []
  const piece = (place: LogPlace) => {
    const messages = [...topics].map(([topic, ofTopic]) => ({ topic, messages: ofTopic }))
    const made = { messages, publications: published, upTo: place }
    topics = new Map()
    bytes = new Map()
    published = []
    return made
  }
  for (const publication of publications) {
    const messages = messagesOf(publication, schemasUrl)
    const last = published.at(-1)?.recorded
    const isFull = messages.some((one) => (bytes.get(one.topic) ?? 0) + sizeOf(one) > MAX_BYTES)
    if (last !== undefined && isFull) {
      yield piece({ position: last.position, lastEvent: referenceTo(last) })
    }
    for (const one of messages) {
      const { topic, message } = one
      const ofTopic = topics.get(topic) ?? []
      topics.set(topic, ofTopic)
      ofTopic.push(message)
      bytes.set(topic, (bytes.get(topic) ?? 0) + sizeOf(one))
    }
    published.push(publication)
  }
  yield piece(upTo)
}

const HEADERS_BYTES = 500

const sizeOf = ({ message }: Addressed) => HEADERS_BYTES + (message.value?.length ?? 0)
