import { searchFor } from '#audit/access/access-log.ts'
import { type FoundRecord, find } from '#audit/finding/find.ts'
import { lastVerification } from '#audit/verification/verifications.ts'
import { withHeadlines } from '../records/headlines.ts'
import { keptSearches, type Searches } from '../records/searches.ts'
import type { PageDependencies, PageRoute } from '../serving/route.ts'
import type { PageAnswer, SignedInVisit } from '../serving/visit.ts'
import { signedIn } from '../sign-in/signed-in.ts'
import { foundPage, goneSearchPage, MOST_LISTED } from './found.ts'
import { homePage } from './home.ts'

const LONGEST_VALUE = 200

export function findRoutes(dependencies: PageDependencies): readonly PageRoute[] {
  const searches = keptSearches()
  const home = signedIn(dependencies, async (visit) => {
    const { pool } = await dependencies.system()
    const { companyId } = visit.caller
    const last = await lastVerification(pool, companyId)
    return { page: homePage(visit, { last, underWay: dependencies.verifications.of(companyId) }) }
  })
  const found = signedIn(dependencies, async (visit) => {
    const search = searches.of(visit.caller.companyId, visit.params['search'] ?? '')
    if (search === undefined) return { page: goneSearchPage(visit), status: 404 }
    return { page: foundPage(visit, search) }
  })
  const sought = signedIn(dependencies, (visit) => seek(dependencies, searches, visit))
  return [
    { method: 'GET', path: '/audit', handle: home },
    // After a sign-in the visitor returns with GET, without the posted value.
    { method: 'GET', path: '/audit/find', handle: home },
    { method: 'POST', path: '/audit/find', handle: sought },
    { method: 'GET', path: '/audit/found/:search', handle: found },
  ]
}

/** A single result is shown at once. */
async function seek(
  { system, recordAccess }: PageDependencies,
  searches: Searches,
  visit: SignedInVisit,
): Promise<PageAnswer> {
  const value = (visit.form.get('value') ?? '').trim().slice(0, LONGEST_VALUE)
  if (value === '') return { to: '/audit' }
  const { companyId } = visit.caller
  const audited = await system()
  await recordAccess(visit, searchFor(audited.vault, companyId, value))
  const all = eachOnce(await find(audited, { value, companyId }))
  const [first] = all
  if (first !== undefined && all.length === 1) {
    return { to: `/audit/records/${first.noun}/${first.id}` }
  }
  const byNoun = [...Map.groupBy(all, ({ noun }) => noun).values()]
  const listed = byNoun.flatMap((items) => items.slice(0, MOST_LISTED))
  const found = await withHeadlines(audited.pool, companyId, listed)
  const areAll = found.length === all.length
  const id = searches.keep({ companyId, value, found, areAll }, audited.vault.destroyed)
  return { to: `/audit/found/${id}` }
}

const eachOnce = (found: readonly FoundRecord[]) =>
  [
    ...new Map(found.toReversed().map((one) => [`${one.noun} ${one.id}`, one])).values(),
  ].toReversed()
