import type { Json } from '#publishing/events/public-event.ts'

/** Each header with its content. */
export const headerWords: Readonly<Record<string, string>> = {
  ce_specversion: 'Version of CloudEvents: `1.0`.',
  ce_id: 'The event’s id, a UUID: the same in every topic and copy.',
  ce_type: 'The type with its version.',
  ce_source: 'The company: `/companies/{companyId}`.',
  ce_subject: 'The aggregate’s id; also the record’s key.',
  ce_time: 'When the event was recorded.',
  ce_dataschema: 'Where the schema of the value is: `{base}/schemas/{ce_type}.json`.',
  ce_partitionkey: 'The record’s key.',
  ce_sequence:
    'Revision of the event in its stream. It grows, with gaps: not every event is published.',
  ce_position: 'Position of the event in the log of all events. It grows, with gaps.',
  'content-type': '`application/json`',
}

/** The headers of every record. */
export const commonHeaders: Json = {
  type: 'object',
  required: Object.keys(headerWords),
  properties: Object.fromEntries(
    Object.entries(headerWords).map(([name, description]) => [
      name,
      { type: 'string', description },
    ]),
  ),
}

/** The headers with a fixed value for a type. */
export const ownHeaders = (type: string): Json => ({
  type: 'object',
  properties: {
    ce_specversion: { const: '1.0' },
    ce_type: { const: type },
    ce_dataschema: { pattern: `/${type.replaceAll('.', String.raw`\.`)}\\.json$` },
    'content-type': { const: 'application/json' },
  },
})
