import { type EventOf, eventFamily, internal, publicField, secret } from './event-family.ts'
import { boolean, id, instant, list, oneOf, string } from './fields.ts'

/** Each event carries the whole record; the latest event counts. */
const endpoint = {
  companyId: publicField(id),
  endpointId: publicField(id),
  url: internal(string),
  /** Types, or the beginning of types and a `*`: `sarraf.invoice.*`. */
  eventTypes: internal(list(string)),
  /** In base64; the newest is the first. Two while one replaces the other. */
  secrets: secret(list(string)),
}

/** Where a company gets its public events by HTTP, and with which secrets they are signed. */
export const webhookEndpointEvents = eventFamily('webhookEndpoint', {
  WebhookEndpointRecorded: { ...endpoint, status: internal(boolean) },
  /** After days without a single success, or because the receiver says that it is gone for good. */
  WebhookEndpointDisabled: {
    ...endpoint,
    reason: internal(oneOf('failing', 'gone')),
    failingSince: internal(instant),
  },
})

/** Whether an entry of `eventTypes` asks for a type. */
export const asksFor = (entry: string, type: string): boolean =>
  entry.endsWith('*') ? type.startsWith(entry.slice(0, -1)) : type === entry

export type WebhookEndpointEvent = EventOf<typeof webhookEndpointEvents>
