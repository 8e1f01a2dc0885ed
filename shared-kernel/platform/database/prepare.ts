import { Client, type ClientBase } from 'pg'
import { READ_MODEL } from '#kernel/records/read-model.ts'
import { signInTables } from '../http/sign-in-limits.ts'
import { destroyReturnedKeys } from '../vault/destroy-returned-keys.ts'
import { vaultTables } from '../vault/tables.ts'
import { refuseForeignKey } from '../vault/vault.ts'
import { auditTables } from './audit-tables.ts'
import { grants, readModelGrants, revocations, schemaOwners } from './grants.ts'
import { missingSchema } from './postgres.ts'
import { loginRoles, makeRoles, OWNER, type RolePasswords } from './roles.ts'
import { refuseUnfitServer } from './server-check.ts'
import { connectSession } from './session.ts'
import { transactionOn } from './transaction.ts'
import { writerBlock } from './writer-block.ts'

const CONNECT_TIMEOUT_MS = 10_000

interface Expected {
  /** The list of destroyed keys. */
  readonly destroyedKeys?: string | null
  /** The key of the vault, if there is one already. */
  readonly vaultKey?: Buffer | null
}

/**
 * Makes the roles of the server, the tables that several of them share, and the rights of each.
 * Running it again restores owners, rights and passwords, and changes nothing else. In a database from
 * before an erasure it destroys the listed keys again, and says how many. With another vault key than that of the
 * database it throws, before any service has started.
 */
export async function prepareDatabase(
  administratorUrl: string,
  passwords: RolePasswords,
  { destroyedKeys = null, vaultKey = null }: Expected = {},
): Promise<number> {
  const client = new Client({
    connectionString: administratorUrl,
    application_name: 'preparation of the database',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  client.on('error', () => undefined)
  await connectSession(client)
  try {
    await refuseUnfitServer(client, administratorUrl)
    await makeRoles(client, passwords)
    if (vaultKey !== null) await refuseForeignKey(client, vaultKey)
    await transactionOn(client, () => makeSchemas(client))
    return await destroyReturnedKeys(client, {
      file: destroyedKeys,
      showing: () => readModelSchemas(client),
    })
  } finally {
    await client.end()
  }
}

async function makeSchemas(client: ClientBase) {
  await client.query(`select pg_advisory_xact_lock(hashtext('sarraf.roles'))`)
  for (const [schema, owner] of Object.entries(schemaOwners)) {
    await client.query(missingSchema(schema))
    await adopt(client, schema, owner)
  }
  await client.query(`
    set local role ${OWNER};
    ${[vaultTables, auditTables, signInTables].map(({ definitions }) => definitions).join('\n')}
    delete from audit.ended_session where until < now();
    set local role ${loginRoles.projections};
    ${writerBlock}
    reset role`)
  for (const [schema, owner] of Object.entries(schemaOwners)) {
    await client.query(revocations(schema, owner))
  }
  await client.query(grants(await nameOfDatabase(client)))
  for (const schema of await readModelSchemas(client)) {
    await adopt(client, schema, loginRoles.projections)
    await client.query(revocations(schema, loginRoles.projections))
    await client.query(readModelGrants(schema))
  }
}

async function nameOfDatabase(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    'select quote_ident(current_database()) as name',
  )
  return rows[0]?.name ?? ''
}

/** The served one, and those beside it. */
async function readModelSchemas(client: ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select quote_ident(nspname) as name from pg_namespace where starts_with(nspname, $1)',
    [READ_MODEL],
  )
  return rows.map(({ name }) => name)
}

/** Gives a schema and all that is in it to a role. */
async function adopt(client: ClientBase, schema: string, owner: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(statements, [schema, owner])
  for (const { statement } of rows) await client.query(statement)
}

/** Only for objects of another owner. Indexes, and sequences of columns, follow their tables. */
const statements = `
  select format('alter schema %I owner to %I', nspname, $2::text) as statement
  from pg_namespace where nspname = $1 and nspowner <> $2::regrole
  union all
  select format('alter table %s owner to %I', oid::regclass, $2::text)
  from pg_class where relnamespace = to_regnamespace($1) and relkind = 'r' and relowner <> $2::regrole
  union all
  select format('alter routine %s owner to %I', oid::regprocedure, $2::text)
  from pg_proc where pronamespace = to_regnamespace($1) and proowner <> $2::regrole`
