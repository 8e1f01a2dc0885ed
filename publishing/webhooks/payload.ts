import type { Publication } from '#publishing/events/public-event.ts'

/**
 * The body of a call: the complete public event. `sequence` is the event's number in the history of its
 * record. An event with a lower number than the last one is a repetition, or comes from a replay.
 */
export const payloadOf = ({ event, recorded }: Publication): string =>
  JSON.stringify({
    type: event.type,
    timestamp: recorded.metadata.recordedAt,
    companyId: event.companyId,
    subject: event.subject,
    sequence: recorded.revision.toString(),
    data: event.data,
  })
