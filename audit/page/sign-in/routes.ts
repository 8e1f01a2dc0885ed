import { signInAccess } from '#audit/access/access-log.ts'
import { Rejection } from '#kernel/domain/rejection.ts'
import type { Caller } from '#kernel/platform/http/route.ts'
import { SESSION_SECONDS } from '#kernel/platform/sessions/signed-sessions.ts'
import type { PageDependencies, PageRoute } from '../serving/route.ts'
import type { Site } from '../serving/site.ts'
import { ownPath, type PageAnswer, sessionCookie, type Visit } from '../serving/visit.ts'
import { type SignInFault, signInPage } from './sign-in-page.ts'

const statuses: Readonly<Record<SignInFault, number>> = { wrong: 401, noRight: 403, tooMuch: 429 }

export const signInRoutes = (
  dependencies: PageDependencies,
  { root }: Pick<Site, 'root'>,
): readonly PageRoute[] => [
  {
    method: 'GET',
    path: `${root}/sign-in`,
    handle: async (visit) => ({
      page: signInPage(visit, { next: ownPath(visit.site, visit.next) }),
    }),
  },
  { method: 'POST', path: `${root}/sign-in`, handle: (visit) => signIn(dependencies, visit) },
  {
    method: 'POST',
    path: `${root}/sign-out`,
    handle: async (visit) => {
      const { site, session } = visit
      if (session !== undefined) await dependencies.sessions[site.name].end(session)
      return { to: `${root}/sign-in`, cookies: [sessionCookie('', 0, visit)] }
    },
  },
]

async function signIn(dependencies: PageDependencies, visit: Visit): Promise<PageAnswer> {
  const apiUserId = visit.form.get('user')?.trim() ?? ''
  const next = ownPath(visit.site, visit.form.get('next'))
  const found = await callerOf(dependencies, visit, apiUserId)
  if ('fault' in found) {
    const { fault, retryAfter } = found
    return { page: signInPage(visit, { next, fault }), status: statuses[fault], retryAfter }
  }
  const session = await dependencies.sessions[visit.site.name].begin(apiUserId)
  if (session === undefined) {
    return { page: signInPage(visit, { next, fault: 'wrong' }), status: statuses.wrong }
  }
  const visitor = { caller: found, requestId: visit.requestId }
  await dependencies.recordAccess(visitor, signInAccess)
  return { to: next, cookies: [sessionCookie(session, SESSION_SECONDS, visit)] }
}

interface Refused {
  readonly fault: SignInFault
  readonly retryAfter?: number | undefined
}

/** The caller, or the reason for a refusal. */
async function callerOf(
  { authenticate, signInRefused }: PageDependencies,
  { site, form, address, requestId }: Visit,
  apiUserId: string,
): Promise<Caller | Refused> {
  // A colon in the user name would turn it into another user.
  if (apiUserId.includes(':')) return { fault: 'wrong' }
  const credentials = `${apiUserId}:${form.get('secret') ?? ''}`
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`
  try {
    const caller = await authenticate({ authorization, address, requestId })
    if (caller.rights.includes(site.name)) return caller
    signInRefused({ reason: 'noRight', requestId, address })
    return { fault: 'noRight' }
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    if (error.code !== 'AUTH_TOO_MANY_ATTEMPTS') return { fault: 'wrong' }
    return { fault: 'tooMuch', retryAfter: error.details[0]?.retryAfter }
  }
}
