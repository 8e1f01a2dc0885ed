import type { AuditedSystem } from '#audit/audited-system.ts'
import { webhookEndpointEvents } from '#kernel/events/webhook-endpoint.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { mapConcurrently } from '#kernel/platform/waiting/map-concurrently.ts'
import { hasFigures } from '#kernel/platform/webhooks/backlogs.ts'

export interface CompanyEndpoint {
  readonly endpointId: string
  /** Says whose the endpoint is: the tables of deliveries name no company. */
  readonly last: StoredEvent
}

type Source = Pick<AuditedSystem, 'pool' | 'log'>

const prefix = `${webhookEndpointEvents.category}-`

/** Which endpoints exist says who delivers to them; where nobody does, the log has to be searched. */
export async function companyEndpoints(
  { pool, log }: Source,
  companyId: string,
): Promise<readonly CompanyEndpoint[]> {
  const known = await deliveredEndpoints(pool)
  const lastEvents =
    known === undefined
      ? await newestEvents(log)
      : await mapConcurrently(known, async (id) => {
          const newest = { direction: 'backwards', maxCount: 1 } as const
          return log.readStream(`${prefix}${id}`, newest)
        })
  return lastEvents
    .flat()
    .filter(({ metadata }) => metadata['companyId'] === companyId)
    .map((last) => ({ endpointId: last.stream.slice(prefix.length), last }))
}

/** Undefined where nobody has delivered yet. */
async function deliveredEndpoints(pool: Source['pool']): Promise<readonly string[] | undefined> {
  if (!(await hasFigures(pool))) return undefined
  const { rows } = await pool.query<{ ids: string[] | null }>(
    `select (select array_agg(endpoint_id order by endpoint_id) from webhooks.endpoint) as ids
     from webhooks.place`,
  )
  return rows[0] && (rows[0].ids ?? [])
}

/** Endpoints change rarely: this many events reach back for years, whatever else is in the log. */
const MOST_EVENTS = 2_000

async function newestEvents(log: Source['log']): Promise<readonly StoredEvent[]> {
  const last = new Map<string, StoredEvent>()
  let read = 0
  for await (const event of log.readLogBack({ before: undefined, streamPrefixes: [prefix] })) {
    if (!last.has(event.stream)) last.set(event.stream, event)
    read++
    if (read === MOST_EVENTS) break
  }
  return [...last.values()].toSorted((one, other) => one.stream.localeCompare(other.stream))
}
