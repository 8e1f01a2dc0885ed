import { Rejection } from '#kernel/domain/rejection.ts'
import { type SignInFault, signInPage } from '../pages/sign-in.ts'
import type { AuditParts, AuditRoute } from '../serving/route.ts'
import { ownPath, type PageAnswer, sessionCookie, type Visit } from '../serving/visit.ts'
import { SESSION_SECONDS } from './session.ts'

const statuses: Readonly<Record<SignInFault, number>> = { wrong: 401, noRight: 403, tooMuch: 429 }

export const signInRoutes = (parts: AuditParts): readonly AuditRoute[] => [
  {
    method: 'GET',
    path: '/audit/sign-in',
    handle: async (visit) => ({ page: signInPage(visit, { next: ownPath(visit.next) }) }),
  },
  { method: 'POST', path: '/audit/sign-in', handle: (visit) => signIn(parts, visit) },
  {
    method: 'POST',
    path: '/audit/sign-out',
    handle: async (visit) => ({ to: '/audit/sign-in', cookies: [sessionCookie('', 0, visit)] }),
  },
]

async function signIn(parts: AuditParts, visit: Visit): Promise<PageAnswer> {
  const apiUserId = visit.form.get('user')?.trim() ?? ''
  const next = ownPath(visit.form.get('next'))
  const caller = await callerOf(parts, visit, apiUserId)
  const session =
    typeof caller === 'string' ? undefined : await parts.sessions.begin(caller.apiUserId)
  if (typeof caller !== 'string' && session !== undefined) {
    const { companyId } = caller
    const access = { apiUserId, companyId, what: 'sign-in', noun: null, recordId: null } as const
    await parts.recordAccess(access, visit.requestId)
    return { to: next, cookies: [sessionCookie(session, SESSION_SECONDS, visit)] }
  }
  const fault = typeof caller === 'string' ? caller : 'wrong'
  parts.signInRefused(fault, visit.requestId)
  return { page: signInPage(visit, { next, fault }), status: statuses[fault] }
}

/** The caller, or the reason for a refusal. */
async function callerOf({ authenticate, attempts }: AuditParts, visit: Visit, apiUserId: string) {
  if (!attempts.mayAttempt(apiUserId, visit.address)) return 'tooMuch'
  const credentials = `${apiUserId}:${visit.form.get('secret') ?? ''}`
  try {
    const caller = await authenticate(`Basic ${Buffer.from(credentials).toString('base64')}`)
    // A colon in the user name would turn it into another user.
    if (caller.apiUserId !== apiUserId) return 'wrong'
    attempts.succeeded(apiUserId, visit.address)
    return caller.rights.includes('audit') ? caller : 'noRight'
  } catch (error) {
    if (error instanceof Rejection) return 'wrong'
    throw error
  }
}
