import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { type ClientBase, DatabaseError } from 'pg'
import { retried } from '../waiting/retried.ts'

/** The roles that processes sign in as. */
export const loginRoles = {
  command: 'sarraf_command',
  projections: 'sarraf_projections',
  query: 'sarraf_query',
  auditor: 'sarraf_auditor',
  webhooks: 'sarraf_webhooks',
  feed: 'sarraf_feed',
  eventStore: 'sarraf_event_store',
} as const

/** Owns what several roles share. It cannot sign in. */
export const OWNER = 'sarraf_owner'

export type LoginRole = keyof typeof loginRoles

/** A role without one keeps the password that it has. */
export type RolePasswords = Readonly<Partial<Record<LoginRole, string | undefined>>>

export const everyLogin: readonly LoginRole[] = [
  'command',
  'projections',
  'query',
  'auditor',
  'webhooks',
  'feed',
  'eventStore',
]

const ATTEMPTS = 10
/** Roles belong to the whole server, where another database may be prepared at the same moment. */
const MADE_MEANWHILE = new Set(['42710', '23505', 'XX000'])

/** Creates the missing roles of the server and sets the passwords that are given. */
export async function makeRoles(client: ClientBase, passwords: RolePasswords): Promise<void> {
  await untilDone(() => makeRole(client, OWNER))
  for (const each of everyLogin) {
    await untilDone(() => makeRole(client, loginRoles[each], passwords[each]))
  }
  await untilDone(() => joinRoles(client))
}

const untilDone = (step: () => Promise<void>): Promise<void> =>
  retried(step, {
    mayPass: (error, failures) =>
      error instanceof DatabaseError && MADE_MEANWHILE.has(error.code ?? '') && failures < ATTEMPTS,
  })

async function makeRole(client: ClientBase, role: string, password?: string) {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
  if (rowCount === 0) await client.query(`create role ${role}`)
  if (password === undefined) return
  await client.query(`alter role ${role} login password '${scramVerifier(password)}'`)
}

/** Gives away objects and rights in their name; a superuser may do so anyway. */
async function joinRoles(client: ClientBase) {
  const { rows } = await client.query<{ superuser: boolean }>(
    'select rolsuper as superuser from pg_roles where rolname = current_user',
  )
  if (rows[0]?.superuser === true) return
  const all = [OWNER, ...Object.values(loginRoles)].join(', ')
  await client.query(`grant ${all} to current_user with inherit true, set true`)
}

const ITERATIONS = 4096
const KEY_BYTES = 32

/** As PostgreSQL keeps it (RFC 5803), so that its logs do not show the password. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64')
  const serverKey = hmac('Server Key').toString('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
