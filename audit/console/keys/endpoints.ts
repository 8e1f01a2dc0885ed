import type { AuditedSystem } from '#audit/audited-system.ts'
import { openStep } from '#audit/history/steps.ts'
import { type CompanyEndpoint, companyEndpoints } from '../company-endpoints.ts'

export interface ListedEndpoint {
  readonly endpointId: string
  readonly url: string
  readonly eventTypes: readonly string[]
  /** `failing` and `gone`: Sarraf gave it up; `off`: an operator stopped it. */
  readonly standing: 'on' | 'off' | 'failing' | 'gone' | 'unreadable'
  /** ISO 8601: of its last event. */
  readonly since: string
}

/** The endpoints of a company as their last events say, without their secrets. */
export async function endpointsOf(
  system: AuditedSystem,
  companyId: string,
): Promise<readonly ListedEndpoint[]> {
  const endpoints = await companyEndpoints(system, companyId)
  return Promise.all(endpoints.map((endpoint) => listed(system, endpoint)))
}

async function listed(
  system: AuditedSystem,
  { endpointId, last }: CompanyEndpoint,
): Promise<ListedEndpoint> {
  const { stored, data, metadata, unreadable } = await openStep(system, last)
  const { url, eventTypes } = data
  return {
    endpointId,
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
