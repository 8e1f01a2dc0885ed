import type { AuditDependencies } from '../serving/route.ts'
import {
  type AuditorsVisit,
  ownPath,
  type PageAnswer,
  sessionCookie,
  type Visit,
} from '../serving/visit.ts'
import { SESSION_SECONDS } from './session.ts'

/** Serves a page to signed-in visitors and redirects others to the sign-in. */
export const signedIn =
  (
    { sessions, system }: Pick<AuditDependencies, 'sessions' | 'system'>,
    handle: (visit: AuditorsVisit) => Promise<PageAnswer>,
  ) =>
  async (visit: Visit): Promise<PageAnswer> => {
    const open = visit.session === undefined ? undefined : await sessions.look(visit.session)
    if (open === undefined) return { to: `/audit/sign-in?next=${ownPath(visit.path)}` }
    const { caller, renewed } = open
    const { readModels } = await system()
    const company = await readModels
      .selectFrom('company')
      .select(['title', 'time_zone'])
      .where('company_id', '=', caller.companyId)
      .executeTakeFirst()
    const timeZone = company?.time_zone ?? 'Europe/Istanbul'
    const companyTitle = company?.title ?? caller.companyId
    const answer = await handle({ ...visit, caller, companyTitle, timeZone })
    if (renewed === undefined) return answer
    const cookies = [sessionCookie(renewed, SESSION_SECONDS, visit), ...(answer.cookies ?? [])]
    return { ...answer, cookies }
  }
