import type { Message } from 'kafkajs'
import type { Publication } from '#publishing/events/public-event.ts'
import { sequenceOf } from '#publishing/events/sequence.ts'

/** A record and its topic. */
export interface Addressed {
  readonly topic: string
  readonly message: Message
}

/**
 * The event, and the state that it leads to, as CloudEvents 1.0 in binary mode: the record's value is
 * the data alone. A null value is Kafka's sign that a key is gone.
 */
export function messagesOf(publication: Publication, schemasUrl: string): readonly Addressed[] {
  const { event, state } = publication
  const messages: Addressed[] = []
  if (event.topic !== null) {
    const { topic, type, data } = event
    messages.push({ topic, message: message(publication, { type, value: data, schemasUrl }) })
  }
  if (state !== undefined) {
    const { topic, value } = state
    messages.push({ topic, message: message(publication, { type: topic, value, schemasUrl }) })
  }
  return messages
}

interface Content {
  readonly type: string
  readonly value: object | null
  readonly schemasUrl: string
}

const message = (
  { event, recorded }: Publication,
  { type, value, schemasUrl }: Content,
): Message => ({
  key: event.key,
  value: value === null ? null : JSON.stringify(value),
  headers: {
    ce_specversion: '1.0',
    ce_id: recorded.id,
    ce_type: type,
    ce_source: `/companies/${event.companyId}`,
    ce_subject: event.subject,
    ce_time: recorded.metadata.recordedAt,
    ce_dataschema: `${schemasUrl.replace(/\/$/, '')}/${type}.json`,
    ce_partitionkey: event.key,
    ce_sequence: sequenceOf({ event, recorded }),
    ce_position: String(recorded.position),
    'content-type': 'application/json',
  },
})
