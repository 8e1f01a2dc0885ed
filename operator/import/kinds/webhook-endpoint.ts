import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import { flag, recordId } from '#kernel/contract/fields.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import {
  asksFor,
  type WebhookEndpointEvent,
  webhookEndpointEvents,
} from '#kernel/events/webhook-endpoint.ts'
import { isPrivateLiteral } from '#kernel/platform/http/checked-address.ts'
import { companyStream } from '#kernel/platform/recording/key-streams.ts'
import { publicEventTypes } from '#publishing/events/public-event-types.ts'
import { withDefault } from '../fields.ts'
import { companyKey, lineKind } from '../kind.ts'

/** Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32

/** The secret is ours: it is made with the endpoint and shown once. */
export const webhookEndpoint = lineKind(webhookEndpointEvents)({
  kind: 'webhookEndpoint',
  schema: Type.Object({
    companyId: recordId(),
    endpointId: recordId(),
    url: endpointUrl(),
    eventTypes: withDefault(Type.Array(eventType(), { minItems: 1, maxItems: 100 }), ['*']),
    status: withDefault(flag(), true),
  }),
  target: ({ companyId, endpointId, url }) => ({
    companyId,
    stream: streamOf(endpointId),
    namedBy: 'endpointId',
    ...onlyInside(new URL(url)),
    refersTo: { companyId: companyStream(companyId) },
  }),
  sealedFor: companyKey,
  event({ companyId, endpointId, url, eventTypes, status }, previous, { show }) {
    const kept = secretsOf(previous)
    const secrets = kept.length === 0 ? [randomBytes(SECRET_BYTES).toString('base64')] : kept
    const shown = { webhookEndpoint: endpointId, secret: `whsec_${secrets[0]}` }
    show(streamOf(endpointId), kept.length === 0 ? shown : undefined)
    return {
      type: 'WebhookEndpointRecorded',
      data: { companyId, endpointId, url, eventTypes, secrets, status },
    }
  },
})

/** What a name resolves to is checked at each call. */
function onlyInside({ protocol, hostname }: URL) {
  if (protocol === 'http:') return { onlyInside: { field: 'url', otherwise: WITHOUT_TLS } }
  return isPrivateLiteral(hostname) ? { onlyInside: { field: 'url', otherwise: PRIVATE } } : {}
}

const WITHOUT_TLS = 'must start with https://'
const PRIVATE = 'must name a host of the public internet'

const streamOf = (endpointId: string) => `webhookEndpoint-${endpointId}`

const secretsOf = (previous: WebhookEndpointEvent | undefined) => [
  ...(valueUnlessForgotten(previous?.data.secrets ?? null) ?? []),
]

function eventType() {
  return Type.Refine(
    Type.String({
      maxLength: 100,
      description:
        'a type of docs/events.md, as sarraf.invoice.InvoiceIssued.v1, or the beginning of some and a *, as sarraf.invoice.*',
    }),
    (entry) => publicEventTypes().some((type) => asksFor(entry, type)),
    () => 'format',
  )
}

/** Without user and password: every reader of the record would see them. */
function endpointUrl() {
  return Type.Refine(
    Type.String({
      maxLength: 500,
      description: 'an address that starts with https://, without user and password',
    }),
    (value) => {
      const url = URL.parse(value)
      return /^https?:$/.test(url?.protocol ?? '') && url?.username === '' && url.password === ''
    },
    () => 'format',
  )
}
