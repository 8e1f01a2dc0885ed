import type { AuditedSystem } from '#audit/audited-system.ts'
import { type HistoryQuery, type HistoryStep, historyPage } from '#audit/history/steps.ts'
import { type LogPosition, wantedPosition } from '#kernel/platform/event-store/log-position.ts'
import { endOf, instantOf } from '../serving/local-time.ts'
import type { SignedInVisit } from '../serving/visit.ts'

export const actorKinds = ['apiUser', 'operator', 'process'] as const

export interface ShownHistory {
  readonly query: HistoryQuery
  /** In the order of the page. */
  readonly steps: readonly HistoryStep[]
  readonly next: LogPosition | undefined
  readonly isCutOff: boolean
}

/** A history as the address asks for it; one that fits into a page begins with its first event. */
export async function shownHistory(
  visit: SignedInVisit,
  system: AuditedSystem,
  subject: Parameters<typeof historyPage>[1],
): Promise<ShownHistory> {
  const asked = queryIn(visit)
  const { steps, ...rest } = await historyPage(system, subject, asked)
  const isWhole = asked.behind === undefined && rest.next === undefined
  const order = isWhole && !visit.query.has('order') ? 'oldest' : asked.order
  return {
    ...rest,
    query: { ...asked, order },
    steps: order === 'newest' ? steps.toReversed() : steps,
  }
}

function queryIn({ query, timeZone }: SignedInVisit): HistoryQuery {
  const [behind] = /^\d{1,19}$/.exec(query.get('behind') ?? '') ?? []
  return {
    order: query.get('order') === 'oldest' ? 'oldest' : 'newest',
    behind: behind === undefined ? undefined : wantedPosition(behind),
    from: instantOf(query.get('from'), timeZone),
    to: endOf(query.get('to'), timeZone),
    type: query.get('type') || undefined,
    actor: actorKinds.find((kind) => kind === query.get('actor')),
  }
}
