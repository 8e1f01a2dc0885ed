import type { AuditedSystem } from '#audit/audited-system.ts'
import { openStep } from '#audit/history/steps.ts'
import { webhookEndpointEvents } from '#kernel/events/webhook-endpoint.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'

export interface ListedEndpoint {
  readonly endpointId: string
  readonly url: string
  readonly eventTypes: readonly string[]
  /** `failing` and `gone`: Sarraf gave it up; `off`: an operator stopped it. */
  readonly standing: 'on' | 'off' | 'failing' | 'gone' | 'unreadable'
  /** ISO 8601: of its last event. */
  readonly since: string
}

/** Endpoints change rarely: this many events reach back for years, whatever else is in the log. */
const MOST_EVENTS = 2_000

/** The endpoints of a company as their last events say, without their secrets. */
export async function endpointsOf(
  system: AuditedSystem,
  companyId: string,
): Promise<readonly ListedEndpoint[]> {
  const last = new Map<string, StoredEvent>()
  let read = 0
  const streamPrefixes = [`${webhookEndpointEvents.category}-`]
  for await (const event of system.log.readLogBack({ before: undefined, streamPrefixes })) {
    if (event.metadata['companyId'] === companyId && !last.has(event.stream)) {
      last.set(event.stream, event)
    }
    read++
    if (read === MOST_EVENTS) break
  }
  const listed: ListedEndpoint[] = []
  for (const event of last.values()) listed.push(await endpointIn(system, event))
  return listed.toSorted((one, other) => one.endpointId.localeCompare(other.endpointId))
}

async function endpointIn(system: AuditedSystem, event: StoredEvent): Promise<ListedEndpoint> {
  const { stored, data, metadata, unreadable } = await openStep(system, event)
  const { url, eventTypes } = data
  return {
    endpointId: stored.stream.slice(`${webhookEndpointEvents.category}-`.length),
    url: typeof url === 'string' ? url : '',
    eventTypes: Array.isArray(eventTypes) ? eventTypes.map(String) : [],
    standing: unreadable === null ? standingOf(stored.type, data) : 'unreadable',
    since: metadata.recordedAt,
  }
}

function standingOf(
  type: string,
  { status, reason }: Readonly<Record<string, unknown>>,
): ListedEndpoint['standing'] {
  if (type === 'WebhookEndpointDisabled') return reason === 'gone' ? 'gone' : 'failing'
  return status === true ? 'on' : 'off'
}
