import type { Message } from 'kafkajs'
import type { Publication } from '#projections/kafka-feed/public-events/public-event.ts'

/** A public event as CloudEvents 1.0 in binary mode: the record's value is the data alone. */
export const messageOf = ({ event, recorded }: Publication): Message => ({
  key: event.key,
  value: JSON.stringify(event.data),
  headers: {
    ce_specversion: '1.0',
    ce_id: recorded.id,
    ce_type: event.type,
    ce_source: `/companies/${event.companyId}`,
    ce_subject: event.subject,
    ce_time: recorded.metadata.recordedAt,
    ce_dataschema: event.dataSchema,
    ce_partitionkey: event.key,
    ce_sequence: String(recorded.revision),
    ce_position: String(recorded.position),
    'content-type': 'application/json',
  },
})
