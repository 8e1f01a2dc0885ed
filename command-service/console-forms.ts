import type { Pool } from 'pg'
import { readEDocumentStatus } from '#kernel/contract/electronic-vouchers.ts'
import type { FindApiKey } from '#kernel/platform/http/authentication.ts'
import type { Form } from '#kernel/platform/http/forms.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { cookieIn, cookieName } from '#kernel/platform/sessions/cookies.ts'
import { endedSessionsIn } from '#kernel/platform/sessions/ended-sessions.ts'
import { signedSessions } from '#kernel/platform/sessions/signed-sessions.ts'

interface Parts {
  readonly pool: Pool
  readonly vaultKey: Buffer
  readonly findKey: FindApiKey
  readonly now: () => number
  readonly hosts: readonly string[]
}

/** The console's process calls no provider, so its form that asks one is answered here, for the same session. */
export function consoleForms(
  routes: readonly Route[],
  { pool, vaultKey, findKey, now, hosts }: Parts,
): readonly Form[] {
  const route = routes.find(({ endpoint }) => endpoint === readEDocumentStatus)
  if (route === undefined) return []
  const ended = endedSessionsIn(pool)
  const sessions = signedSessions({ right: 'console', vaultKey, ended, findKey, now })
  return [
    {
      path: '/console/documents/expense-voucher/:id/status',
      route,
      hosts,
      async callerOf({ headers: { cookie }, protocol }) {
        const session = cookieIn(cookie, cookieName('console', protocol === 'https'))
        return session === undefined ? undefined : (await sessions.look(session))?.caller
      },
      signIn: (path) => `/console/sign-in?next=${pageOf(path)}`,
      next: (path, outcome) => `${pageOf(path)}?asked=${outcome}`,
    },
  ]
}

/** The page that the form stands on. */
const pageOf = (path: string) => path.replace(/\/status\/?$/, '')
