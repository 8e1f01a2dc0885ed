import { looksAt } from '#audit/access/access-log.ts'
import { dayIn } from '#kernel/domain/calendar-day.ts'
import { queuePerCompany } from '#kernel/platform/waiting/bounded-queue.ts'
import { recordsOfSteps } from '../records/headlines.ts'
import { type Month, type MonthPlace, recordsOfMonth } from '../records/month.ts'
import { shownHistory } from '../records/shown-history.ts'
import type { PageDependencies, PageRoute } from '../serving/route.ts'
import { UnreadableDate } from '../serving/unreadable-date.ts'
import type { SignedInVisit } from '../serving/visit.ts'
import { signedIn } from '../sign-in/signed-in.ts'
import { browsePage, eventsPage, monthlyNouns } from './browse.ts'

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/
const PLACE = /^(\d{1,16})-([0-9a-f]{24})$/

export function browseRoutes(dependencies: PageDependencies): readonly PageRoute[] {
  const { system, recordAccess } = dependencies
  const queue = queuePerCompany({ atOnce: 2, waiting: 10 })
  const browse = signedIn(dependencies, async (visit) => {
    const month = monthIn(visit)
    await recordAccess(visit, looksAt('find', month.noun))
    const { pool } = await system()
    return { page: browsePage(visit, month, await recordsOfMonth(pool, month)) }
  })
  const events = (what: 'everything' | 'accesses') =>
    signedIn(dependencies, async (visit) => {
      await recordAccess(visit, looksAt(what === 'accesses' ? 'accesses' : 'history', null))
      const { companyId } = visit.caller
      const audited = await system()
      const history = await queue(companyId, () =>
        shownHistory(visit, audited, { noun: what, companyId }),
      )
      const of = await recordsOfSteps(audited.pool, companyId, history.steps)
      return { page: eventsPage(visit, what, { ...history, of }) }
    })
  return [
    { method: 'GET', path: '/audit/records', handle: browse },
    { method: 'GET', path: '/audit/events', handle: events('everything') },
    { method: 'GET', path: '/audit/accesses', handle: events('accesses') },
  ]
}

function monthIn({ query, caller: { companyId }, timeZone }: SignedInVisit): Month {
  const present = dayIn(timeZone, Date.now()).slice(0, 'yyyy-mm'.length)
  const month = query.get('month') || present
  if (!MONTH.test(month)) throw new UnreadableDate('month', present)
  return {
    companyId,
    timeZone,
    noun: monthlyNouns.find((one) => one === query.get('noun')) ?? 'expense-voucher',
    month,
    place: placeIn(query, 'before') ?? placeIn(query, 'behind'),
  }
}

function placeIn(query: URLSearchParams, side: MonthPlace['side']): MonthPlace | undefined {
  const [, at, id] = PLACE.exec(query.get(side) ?? '') ?? []
  return at === undefined || id === undefined ? undefined : { side, at, id }
}
