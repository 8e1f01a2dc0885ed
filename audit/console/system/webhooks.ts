import type { AuditedSystem } from '#audit/audited-system.ts'
import {
  backlogsIn,
  type WebhookTrouble,
  webhookTrouble,
} from '#kernel/platform/webhooks/backlogs.ts'
import { companyEndpoints } from '../company-endpoints.ts'

/** What is delivered to a company's programs, as `webhooks list` says. */
export interface Deliveries {
  readonly endpoints: number
  readonly waiting: number
  /** Records whose next event was tried and not accepted. */
  readonly refused: number
  readonly givenUp: number
  /** Of the oldest delivery that waits; null if none does. */
  readonly oldestSeconds: number | null
  /** Null: none among the newest attempts. */
  readonly lastSuccessAt: Date | null
  /** Endpoints on which somebody must act. */
  readonly troubles: readonly { readonly endpointId: string; readonly trouble: WebhookTrouble }[]
}

type Source = Pick<AuditedSystem, 'pool' | 'log'>

export async function deliveriesOf(system: Source, companyId: string): Promise<Deliveries> {
  const endpoints = await companyEndpoints(system, companyId)
  const ids = endpoints.map(({ endpointId }) => endpointId)
  const backlogs = await backlogsIn(system.pool, ids)
  const waiting = backlogs.filter((each) => each.waiting > 0)
  const sumOf = (figure: 'waiting' | 'refused') =>
    backlogs.reduce((sum, each) => sum + each[figure], 0)
  return {
    endpoints: ids.length,
    waiting: sumOf('waiting'),
    refused: sumOf('refused'),
    givenUp: backlogs.filter(({ isGivenUp }) => isGivenUp).length,
    oldestSeconds:
      waiting.length === 0 ? null : Math.max(...waiting.map(({ ageSeconds }) => ageSeconds)),
    lastSuccessAt: backlogs.length === 0 ? null : await lastSuccess(system, ids),
    troubles: backlogs.flatMap((backlog) => {
      const trouble = webhookTrouble(backlog)
      return trouble === null ? [] : [{ endpointId: backlog.endpointId, trouble }]
    }),
  }
}

/** An endpoint that fails for weeks has as many attempts. */
const NEWEST_ATTEMPTS = 1_000

async function lastSuccess({ pool }: Source, ids: readonly string[]): Promise<Date | null> {
  const { rows } = await pool.query<{ at: Date | null }>(
    `select max(at) as at from unnest($1::text[]) as id, lateral (
       select at, outcome from webhooks.attempt where endpoint_id = id order by at desc limit $2
     ) as newest where outcome = 'delivered'`,
    [ids, NEWEST_ATTEMPTS],
  )
  return rows[0]?.at ?? null
}
