import type { AuditedSystem } from '#audit/audited-system.ts'
import { type HistoryQuery, type HistoryStep, historyPage } from '#audit/history/steps.ts'
import { type LogPosition, wantedPosition } from '#kernel/platform/event-store/log-position.ts'
import { askedEnd, askedInstant } from '../serving/local-time.ts'
import type { SignedInVisit } from '../serving/visit.ts'

export const actorKinds = ['apiUser', 'operator', 'process'] as const

export interface ShownHistory {
  readonly query: HistoryQuery
  /** In the order of the page. */
  readonly steps: readonly HistoryStep[]
  /** The page before this one ends at this position; undefined on the first page. */
  readonly previous: LogPosition | undefined
  readonly next: LogPosition | undefined
  /** How far it was looked before the time was up, in epoch milliseconds. */
  readonly cutOffAt: number | undefined
}

type Subject = Parameters<typeof historyPage>[1]

/** A history as the address asks for it, the newest first unless it says otherwise. */
export async function shownHistory(
  visit: SignedInVisit,
  system: AuditedSystem,
  subject: Subject,
): Promise<ShownHistory> {
  const asked = queryIn(visit)
  const before = positionIn(visit, 'before')
  if (before !== undefined) {
    const back = await pageBefore(system, subject, { ...asked, behind: before })
    if (back !== undefined) return back
  }
  const query = before === undefined ? asked : { ...asked, behind: undefined }
  const { steps, ...rest } = await historyPage(system, subject, query)
  const shown = query.order === 'newest' ? steps.toReversed() : steps
  const previous = query.behind === undefined ? undefined : shown[0]?.stored.position
  return { ...rest, previous, query, steps: shown }
}

/** Read in the other direction; undefined if the history begins there, so that its first page is whole. */
async function pageBefore(
  system: AuditedSystem,
  subject: Subject,
  query: HistoryQuery,
): Promise<ShownHistory | undefined> {
  const order = query.order === 'newest' ? 'oldest' : 'newest'
  const { steps, next, cutOffAt } = await historyPage(system, subject, { ...query, order })
  if (next === undefined) return undefined
  const shown = query.order === 'newest' ? steps.toReversed() : steps
  const previous = shown[0]?.stored.position ?? next
  const last = shown.at(-1)?.stored.position ?? query.behind
  return { query, steps: shown, previous, next: last, cutOffAt }
}

function queryIn(visit: SignedInVisit): HistoryQuery {
  const { query, timeZone } = visit
  return {
    order: query.get('order') === 'oldest' ? 'oldest' : 'newest',
    behind: positionIn(visit, 'behind'),
    from: askedInstant(query, 'from', timeZone),
    to: askedEnd(query, 'to', timeZone),
    type: query.get('type') || undefined,
    actor: actorKinds.find((kind) => kind === query.get('actor')),
    name: query.get('name')?.trim() || undefined,
  }
}

function positionIn({ query }: SignedInVisit, name: string): LogPosition | undefined {
  const [position] = /^\d{1,19}$/.exec(query.get(name) ?? '') ?? []
  return position === undefined ? undefined : wantedPosition(position)
}
