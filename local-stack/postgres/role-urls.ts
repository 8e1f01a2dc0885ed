import { createHmac } from 'node:crypto'
import { type LoginRole, loginRoles } from '#kernel/platform/database/roles.ts'

/** Derived from the administrator's, which cannot be derived from them. */
export const rolePasswords = (administratorPassword: string): Record<LoginRole, string> =>
  forEachRole((role) => createHmac('sha256', administratorPassword).update(role).digest('hex'))

/** The address of a database for each role, on a server with passwords as above. */
export function roleUrls(administratorUrl: string): Record<LoginRole, string> {
  const passwords = rolePasswords(new URL(administratorUrl).password)
  return forEachRole((role, name) => {
    const url = new URL(administratorUrl)
    url.username = role
    url.password = passwords[name]
    return url.href
  })
}

/** One address for all, where the database has not been prepared. */
export const sameForEachRole = (databaseUrl: string): Record<LoginRole, string> =>
  forEachRole(() => databaseUrl)

const forEachRole = (
  valueOf: (role: string, name: LoginRole) => string,
): Record<LoginRole, string> => ({
  command: valueOf(loginRoles.command, 'command'),
  projections: valueOf(loginRoles.projections, 'projections'),
  query: valueOf(loginRoles.query, 'query'),
  auditor: valueOf(loginRoles.auditor, 'auditor'),
  webhooks: valueOf(loginRoles.webhooks, 'webhooks'),
  feed: valueOf(loginRoles.feed, 'feed'),
  eventStore: valueOf(loginRoles.eventStore, 'eventStore'),
})
