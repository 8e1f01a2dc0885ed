import { signInAccess } from '#audit/access/access-log.ts'
import { Rejection } from '#kernel/domain/rejection.ts'
import type { Caller } from '#kernel/platform/http/route.ts'
import { type SignInFault, signInPage } from '../pages/sign-in.ts'
import type { AuditDependencies, AuditRoute } from '../serving/route.ts'
import { ownPath, type PageAnswer, sessionCookie, type Visit } from '../serving/visit.ts'
import { SESSION_SECONDS } from './session.ts'

const statuses: Readonly<Record<SignInFault, number>> = { wrong: 401, noRight: 403, tooMuch: 429 }

export const signInRoutes = (dependencies: AuditDependencies): readonly AuditRoute[] => [
  {
    method: 'GET',
    path: '/audit/sign-in',
    handle: async (visit) => ({ page: signInPage(visit, { next: ownPath(visit.next) }) }),
  },
  { method: 'POST', path: '/audit/sign-in', handle: (visit) => signIn(dependencies, visit) },
  {
    method: 'POST',
    path: '/audit/sign-out',
    handle: async (visit) => {
      if (visit.session !== undefined) await dependencies.sessions.end(visit.session)
      return { to: '/audit/sign-in', cookies: [sessionCookie('', 0, visit)] }
    },
  },
]

async function signIn(dependencies: AuditDependencies, visit: Visit): Promise<PageAnswer> {
  const apiUserId = visit.form.get('user')?.trim() ?? ''
  const next = ownPath(visit.form.get('next'))
  const found = await callerOf(dependencies, visit, apiUserId)
  if ('fault' in found) {
    const { fault, retryAfter } = found
    return { page: signInPage(visit, { next, fault }), status: statuses[fault], retryAfter }
  }
  const session = await dependencies.sessions.begin(apiUserId)
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
  { authenticate, signInRefused }: AuditDependencies,
  { form, address, requestId }: Visit,
  apiUserId: string,
): Promise<Caller | Refused> {
  // A colon in the user name would turn it into another user.
  if (apiUserId.includes(':')) return { fault: 'wrong' }
  const credentials = `${apiUserId}:${form.get('secret') ?? ''}`
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`
  try {
    const caller = await authenticate({ authorization, address, requestId })
    if (caller.rights.includes('audit')) return caller
    signInRefused({ reason: 'noRight', requestId, address })
    return { fault: 'noRight' }
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    if (error.code !== 'AUTH_TOO_MANY_ATTEMPTS') return { fault: 'wrong' }
    return { fault: 'tooMuch', retryAfter: error.details[0]?.retryAfter }
  }
}
