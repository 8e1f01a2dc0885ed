import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import { asksFor, type WebhookEndpointEvent } from '#kernel/events/webhook-endpoint.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import type { Recorded } from '#kernel/platform/recording/event-codec.ts'
import type { PublicEvent } from '#publishing/events/public-event.ts'

/** An endpoint as its latest event says. */
export interface WebhookEndpoint {
  readonly id: string
  /** Of its latest event. */
  readonly revision: bigint
  readonly companyId: string
  readonly url: string
  readonly eventTypes: readonly string[]
  readonly secrets: readonly string[]
  /** False: it receives nothing, and its waiting deliveries are kept. */
  readonly isEnabled: boolean
  /** Disabled because it failed for days or answered 410, not by an operator. */
  readonly isGivenUp: boolean
  /** Why its latest event cannot be read. */
  readonly failure?: string
}

export function endpointFrom(recorded: Recorded<WebhookEndpointEvent>): WebhookEndpoint {
  const { revision } = recorded
  const { type, data } = recorded.event
  const { endpointId: id, companyId, url, eventTypes } = data
  const secrets = valueUnlessForgotten(data.secrets) ?? []
  const isEnabled = type === 'WebhookEndpointRecorded' && data.status && secrets.length > 0
  const isGivenUp = type === 'WebhookEndpointDisabled'
  return { id, revision, companyId, url, eventTypes, secrets, isEnabled, isGivenUp }
}

export const companyOf = ({ metadata }: StoredEvent): string => String(metadata['companyId'])

/** An endpoint whose latest event cannot be read: it receives nothing until the event can be read. */
export const unreadableEndpoint = (
  { id, companyId, revision }: Pick<WebhookEndpoint, 'id' | 'companyId' | 'revision'>,
  failure: string,
): WebhookEndpoint => ({
  id,
  companyId,
  revision,
  url: '',
  eventTypes: [],
  secrets: [],
  isEnabled: false,
  isGivenUp: false,
  failure,
})

/**
 * The type under which the endpoint asks for an event; undefined if it does not. One that names a former
 * type alone gets the event under that one: its program knows no other.
 */
export const askedTypeOf = (
  { eventTypes }: Pick<WebhookEndpoint, 'eventTypes'>,
  { type, formerType }: Pick<PublicEvent, 'type' | 'formerType'>,
): string | undefined =>
  [type, formerType]
    .filter((one) => one !== undefined)
    .find((one) => eventTypes.some((entry) => asksFor(entry, one)))
