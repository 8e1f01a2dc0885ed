import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import { recordId } from '#kernel/contract/fields.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import {
  type WebhookEndpointEvent,
  webhookEndpointEvents,
} from '#kernel/events/webhook-endpoint.ts'
import { optional, webAddress } from '../fields.ts'
import { companyKey, lineKind } from '../kind.ts'
import { companyStream } from './company.ts'

/** Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32

/** The secret is ours: it is made with the endpoint and shown once. */
export const webhookEndpoint = lineKind(webhookEndpointEvents)({
  kind: 'webhookEndpoint',
  schema: Type.Object({
    companyId: recordId(),
    endpointId: recordId(),
    url: webAddress(),
    eventTypes: Type.Array(eventType(), { minItems: 1, maxItems: 100 }),
    status: optional(Type.Boolean()),
  }),
  target: ({ companyId, endpointId }) => ({
    companyId,
    stream: streamOf(endpointId),
    namedBy: 'endpointId',
    refersTo: { companyId: companyStream(companyId) },
  }),
  sealedFor: companyKey,
  event({ companyId, endpointId, url, eventTypes, status = true }, previous, { show }) {
    const kept = secretsOf(previous)
    const secrets = kept.length === 0 ? [randomBytes(SECRET_BYTES).toString('base64')] : kept
    const shown = { webhookEndpoint: endpointId, secret: `whsec_${secrets[0]}` }
    show(streamOf(endpointId), kept.length === 0 ? shown : undefined)
    return {
      type: 'WebhookEndpointRecorded',
      data: { companyId, endpointId, url, eventTypes, secrets, status: status ?? true },
    }
  },
})

const streamOf = (endpointId: string) => `webhookEndpoint-${endpointId}`

const secretsOf = (previous: WebhookEndpointEvent | undefined) => [
  ...(valueUnlessForgotten(previous?.data.secrets ?? null) ?? []),
]

function eventType() {
  return Type.String({
    maxLength: 100,
    pattern: '^sarraf\\.([a-z-]+\\.([A-Za-z]+\\.)?)?(v[0-9]+|\\*)$',
    description: 'a type of public events (docs/events.md), or the beginning of one and a *',
  })
}
