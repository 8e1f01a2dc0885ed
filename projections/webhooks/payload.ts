import type { Publication } from '#projections/public-events/public-event.ts'

/**
 * The body of a call: the public event, whole. `sequence` is the event's number in the history of its
 * record; a receiver that gets one with a lower number has got it before, or again.
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
