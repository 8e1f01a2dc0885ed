import { clockFinding, type Finding, fault, faultInWords, ok, warning } from '../checks/finding.ts'
import { unavailabilityOf } from '../errors/unavailability.ts'
import { ConfigurationError } from '../settings/read.ts'
import { checkingClient } from './checking-client.ts'
import { checkReplica } from './replica-check.ts'
import { refuseUnfitServer, settingsFault } from './server-check.ts'
import { beginSession } from './session.ts'
import { unreadableFile } from './tls-faults.ts'

/** What an instance of each service needs, and a rebuild beside them. */
const CONNECTIONS_NEEDED = 30
const clock = { toleranceMs: 1_000, decimals: 1 }
const SLOW_MS = 100

interface Facts {
  readonly version: string
  readonly role: string
  readonly database: string
  readonly locale: string
  readonly most: number
  readonly used: number
  readonly now: string
  /** Of the settings that lose what was acknowledged. */
  readonly unsafe: readonly string[]
  /** Settings of the role, the database or the server that each connection of ours sets. */
  readonly different: readonly string[]
}

/** Looks at a PostgreSQL: reachable, fit, safe, with connections left, on the same clock. Writes nothing. */
export async function* databaseFindings(
  databaseUrl: string,
  setting: string,
  { isOnlyRead = false } = {},
): AsyncGenerator<Finding> {
  const unreadable = unreadableFile(databaseUrl)
  if (unreadable !== undefined) {
    yield faultInWords(setting, unreadable)
    return
  }
  const client = checkingClient(databaseUrl)
  try {
    await client.connect()
    const { rows } = await client.query<Facts>(facts)
    await beginSession(client)
    await refuseUnfitServer(client, databaseUrl, isOnlyRead)
    const before = performance.now()
    await client.query('select 1')
    const ms = Math.round(performance.now() - before)
    for (const found of rows) yield* findingsFrom(found, setting, ms)
  } catch (error) {
    const line = settingsFault(error)?.message
    if (line !== undefined) yield faultInWords(setting, line)
    else
      yield fault(
        setting,
        unavailabilityOf(error)?.message ?? 'cannot be asked',
        'start it, or correct the address',
      )
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Nothing where the replica follows the primary, or one of them does not answer. */
export async function* replicaFindings(
  databaseUrl: string,
  readDatabaseUrl: string,
): AsyncGenerator<Finding> {
  try {
    await checkReplica(databaseUrl, readDatabaseUrl)
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    yield faultInWords('READ_DATABASE_URL', error.message)
  }
}

function* findingsFrom(found: Facts, setting: string, ms: number): Generator<Finding> {
  const { version, role, database, locale, most, used, now, unsafe, different } = found
  yield ok(setting, `PostgreSQL ${version}, database ${database}, role ${role}, locale ${locale}`)
  yield ms > SLOW_MS
    ? warning(`${setting} time`, `a statement took ${ms} ms`, 'look at the load and the network')
    : ok(`${setting} time`, `a statement took ${ms} ms`)
  const left = most - used
  yield left < CONNECTIONS_NEEDED
    ? warning(
        `${setting} connections`,
        `${left} of ${most} are left`,
        `raise max_connections: a system needs about ${CONNECTIONS_NEEDED}, and a rebuild more`,
      )
    : ok(`${setting} connections`, `${left} of ${most} are left`)
  yield clockFinding(`${setting} clock`, Date.parse(now) - Date.now(), clock)
  yield unsafe.length > 0
    ? fault(
        `${setting} durability`,
        `${unsafe.join(', ')}: a crash loses or damages what was acknowledged`,
        'turn it on',
      )
    : ok(`${setting} durability`, 'fsync and full_page_writes are on')
  if (different.length > 0) {
    yield ok(
      `${setting} settings`,
      `${different.join(', ')} differ; every connection of ours sets them`,
    )
  }
}

/** Before a session of ours begins, so that the settings of the role, the database and the server show. */
const facts = `
  select current_setting('server_version') as version, current_user as role, current_database() as database,
    (select datcollate from pg_database where datname = current_database()) as locale,
    current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer as most,
    (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as used,
    to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now,
    array(select name || ' is off' from pg_settings
      where name in ('fsync', 'full_page_writes') and setting = 'off' order by name) as unsafe,
    array(select name from pg_settings
      where source in ('user', 'database', 'database user', 'configuration file')
        and lower(name) in ('datestyle', 'intervalstyle', 'search_path', 'statement_timeout', 'lock_timeout',
          'idle_session_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout',
          'default_transaction_isolation', 'synchronous_commit')
        and setting is distinct from boot_val order by name) as different`
