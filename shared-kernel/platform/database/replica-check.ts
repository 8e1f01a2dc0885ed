import { ConfigurationError } from '../settings/read.ts'
import { checkingClient } from './checking-client.ts'
import { connectSession } from './session.ts'

interface Server {
  readonly system: string
  readonly started: string
  readonly isStandby: boolean
}

/**
 * Throws a `ConfigurationError` if reads would go to a server that does not follow the primary: one of
 * another system, or one that was promoted. Where one of the two does not answer there is no verdict.
 */
export async function checkReplica(databaseUrl: string, readDatabaseUrl: string): Promise<void> {
  const servers = await Promise.all([databaseUrl, readDatabaseUrl].map(serverAt)).catch(() => [])
  const [primary, read] = servers
  if (primary === undefined || read === undefined) return
  if (primary.system !== read.system) throw new ConfigurationError(ANOTHER)
  const isPrimary = read.started === primary.started
  if (!read.isStandby && !isPrimary) throw new ConfigurationError(PROMOTED)
}

const ANOTHER =
  'READ_DATABASE_URL: is a server with other data than DATABASE_URL: give the address of a standby that follows it'

const PROMOTED =
  'READ_DATABASE_URL: is no standby any more: let it follow the server of DATABASE_URL again, or leave the setting out'

async function serverAt(connectionString: string): Promise<Server | undefined> {
  const client = checkingClient(connectionString)
  try {
    await connectSession(client)
    const { rows } = await client.query<Server>(
      `select system_identifier::text as system, pg_postmaster_start_time()::text as started,
         pg_is_in_recovery() as "isStandby" from pg_control_system()`,
    )
    return rows[0]
  } finally {
    await client.end().catch(() => undefined)
  }
}
