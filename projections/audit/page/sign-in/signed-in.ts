import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { AuditParts } from '../serving/route.ts'
import {
  type AuditorsVisit,
  ownPath,
  type PageAnswer,
  sessionCookie,
  type Visit,
} from '../serving/visit.ts'
import { SESSION_SECONDS } from './session.ts'

const TimeZones = Compile(Type.Array(Type.Object({ time_zone: Type.String() })))

/** Serves a page to signed-in visitors and redirects others to the sign-in. */
export const signedIn =
  (
    { sessions, system }: Pick<AuditParts, 'sessions' | 'system'>,
    handle: (visit: AuditorsVisit) => Promise<PageAnswer>,
  ) =>
  async (visit: Visit): Promise<PageAnswer> => {
    const open = visit.session === undefined ? undefined : await sessions.look(visit.session)
    if (open === undefined) return { to: `/audit/sign-in?next=${ownPath(visit.path)}` }
    const { caller, renewed } = open
    const { pool } = await system()
    const { rows } = await pool.query(
      'select time_zone from read_model.company where company_id = $1',
      [caller.companyId],
    )
    const timeZone = TimeZones.Parse(rows)[0]?.time_zone ?? 'Europe/Istanbul'
    const answer = await handle({ ...visit, caller, timeZone })
    if (renewed === undefined) return answer
    const cookies = [sessionCookie(renewed, SESSION_SECONDS, visit), ...(answer.cookies ?? [])]
    return { ...answer, cookies }
  }
