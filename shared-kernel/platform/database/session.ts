import { type Client, type ClientBase, escapeLiteral } from 'pg'
import { errorCode } from '../errors/error-code.ts'

/** Names and values of PostgreSQL's settings, for one session. */
export type SessionSettings = Readonly<Record<string, string>>

/**
 * What answers depend on. A role, a database or the server may have each of them set to something else, and a
 * pooler drops or refuses what is sent as a start-up parameter: so every connection sets them by a statement.
 */
const everySession: SessionSettings = {
  client_encoding: 'UTF8',
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
  search_path: '"$user", public',
  default_transaction_isolation: 'read committed',
  default_transaction_deferrable: 'off',
  statement_timeout: '0',
  lock_timeout: '0',
  transaction_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
}

/** Neither a proxy nor a firewall takes a connection for forgotten, and one that is gone is noticed. */
export const kept = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 }

/**
 * Gives a session what every session needs, and what this one needs besides. An acknowledged write is on
 * the disk, also where a role has `synchronous_commit` off.
 */
export async function beginSession(
  client: ClientBase,
  settings: SessionSettings = {},
): Promise<void> {
  const text = settingAll(settings)
  for (let tries = 1; ; tries++) {
    try {
      await client.query(text)
      return
    } catch (error) {
      if (errorCode(error) !== QUERY_CANCELED || tries === MOST_TRIES) throw error
    }
  }
}

/** Until it has run, the time that others give a statement holds for it too, and a busy machine may take longer. */
const MOST_TRIES = 5
const QUERY_CANCELED = '57014'

/** One that a server of an older version does not know is left out. */
function settingAll(settings: SessionSettings): string {
  const all = { synchronous_commit: 'on', ...everySession, ...settings }
  const rows = Object.entries(all).map((setting) => `(${setting.map(escapeLiteral).join(', ')})`)
  return `
    select set_config(name, value, false) from (values ${rows.join(', ')}) as wanted (name, value)
    where current_setting(name, true) is not null
      and (name <> 'synchronous_commit' or ${'synchronous_commit' in settings}
        or current_setting(name) = 'off')`
}

/** Connects, and begins the session. */
export async function connectSession(
  client: Client,
  settings: SessionSettings = {},
): Promise<void> {
  await client.connect()
  await beginSession(client, settings)
}
