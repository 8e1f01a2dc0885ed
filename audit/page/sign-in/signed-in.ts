import { SESSION_SECONDS } from '#kernel/platform/sessions/signed-sessions.ts'
import type { PageDependencies } from '../serving/route.ts'
import {
  ownPath,
  type PageAnswer,
  type SignedInVisit,
  sessionCookie,
  type Visit,
} from '../serving/visit.ts'

/** Serves a page to signed-in visitors and redirects others to the sign-in. */
export const signedIn =
  (
    { sessions, system }: Pick<PageDependencies, 'sessions' | 'system'>,
    handle: (visit: SignedInVisit) => Promise<PageAnswer>,
  ) =>
  async (visit: Visit): Promise<PageAnswer> => {
    const { site, session } = visit
    const open = session === undefined ? undefined : await sessions[site.name].look(session)
    if (open === undefined) {
      return { to: `${site.root}/sign-in?next=${ownPath(site, visit.path)}` }
    }
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
