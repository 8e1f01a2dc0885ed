import pg from 'pg'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { verifyCommand } from '#audit/verification/command.ts'
import { WEBHOOKS_SCHEMA } from '#kernel/platform/database/grants.ts'
import { makeTables } from '#kernel/platform/database/postgres.ts'
import { prepareDatabase } from '#kernel/platform/database/prepare.ts'
import { everyLogin, type LoginRole, loginRoles } from '#kernel/platform/database/roles.ts'
import { rebuildCommand } from '#projections/cli/rebuild-command.ts'
import { webhookTables } from '#publishing/webhooks/store/tables.ts'
import { terminalOf } from '#test/projections/cli/terminal.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { manual } from '#test/support/vouchers.ts'

const system = systemForThisFile()

/** As the process that delivers makes them. */
async function makeDeliveries() {
  const client = new pg.Client({ connectionString: system.databases.webhooks })
  await client.connect()
  await makeTables(client, { schema: WEBHOOKS_SCHEMA, definitions: webhookTables })
  await client.end()
}

beforeAll(makeDeliveries)

/** What is tried with the credentials of a role; PostgreSQL's own setting is no obstacle. */
async function tried(role: LoginRole, statement: string): Promise<string> {
  const client = new pg.Client({ connectionString: system.databases[role] })
  await client.connect()
  try {
    await client.query(`set default_transaction_read_only = off`)
    await client.query(statement)
    return 'done'
  } catch (error) {
    return error instanceof pg.DatabaseError ? (error.code ?? '') : String(error)
  } finally {
    await client.end()
  }
}

const DENIED = '42501'

const others = (...except: readonly LoginRole[]) =>
  everyLogin.filter((role) => !except.includes(role))

const attacks: readonly (readonly [string, readonly LoginRole[], string])[] = [
  ['reads the vault', ['query', 'eventStore'], 'select * from vault.data_key'],
  ['reads the secrets of the vault', ['query', 'eventStore'], 'select * from vault.secret'],
  [
    'adds a secret to the vault',
    others('command', 'projections'),
    `insert into vault.secret values ('retired-0000000000000000', '')`,
  ],
  [
    'makes a key',
    others('command', 'webhooks', 'feed'),
    `insert into vault.data_key values ('key', 'company', 'fiscal')`,
  ],
  ['destroys keys', others(), 'update vault.data_key set wrapped = null'],
  ['deletes keys', others(), 'delete from vault.data_key'],
  ['reads the log', others('eventStore'), 'select * from event_store.events'],
  ['deletes from the log', others('eventStore'), 'delete from event_store.events'],
  ['changes the log', others('eventStore'), `update event_store.events set data = ''`],
  ['changes the hash chain', others(), `update vault.log_chain set head = ''`],
  ['cuts off the hash chain', others('projections'), 'delete from vault.log_chain'],
  ['invents a backup', others(), `insert into audit.backup select from audit.backup`],
  ['deletes verdicts', others(), 'delete from audit.verification'],
  ['changes a verdict', others(), `update audit.verification set verdict = '{}'`],
  [
    'takes keys for its own',
    others('projections'),
    'update read_model.api_key set secret_hash = null',
  ],
  [
    'makes an API key',
    others('projections'),
    `insert into read_model.api_key select * from read_model.api_key`,
  ],
  ['reads the tables of companies', ['webhooks', 'feed'], 'select * from read_model.customer'],
  ['hands over a key of its own', others('command'), `update vault.handed_secret set wrapped = ''`],
  ['reads what webhooks send', others('webhooks'), 'select * from webhooks.delivery'],
  ['reads bodies', others('webhooks'), 'select body from webhooks.delivery'],
  ['reads of whom', others('webhooks'), 'select record from webhooks.delivery'],
  ['reads which calls failed', others('webhooks'), 'select webhook_id from webhooks.attempt'],
  ['ends deliveries', others('webhooks'), 'delete from webhooks.delivery'],
  ['deletes vouchers', others('projections'), 'delete from read_model.expense_voucher'],
  ['frees numbers', others('command'), 'delete from command.lease'],
  ['forgets answers', others('command'), 'delete from vault.idempotency'],
  [
    'makes a schema that a rebuild would use',
    others('projections'),
    'create schema read_model_next',
  ],
  ['makes a table where all look', others(), 'create table public.expense_voucher (id text)'],
  ['hides a table behind a temporary one', others('auditor'), 'create temporary table api_key ()'],
  ['writes outside of all tables', others(), 'select lo_create(0)'],
  ['writes outside of all tables', others(), `select lo_from_bytea(0, 'kept')`],
  ['becomes the owner', others(), 'set role sarraf_owner'],
  ['becomes another', others('projections'), 'set role sarraf_projections'],
  ['takes over the vault', others(), 'alter table vault.secret owner to current_user'],
  ['makes a role', others(), 'create role somebody superuser login'],
  ['runs a program', others(), `copy (select 1) to program 'true'`],
  [
    'keeps everybody from the vouchers',
    others('projections'),
    'begin; lock table read_model.expense_voucher in access exclusive mode',
  ],
  [
    'makes the writer of the read models wait',
    others('projections', 'auditor'),
    `select projections.block_writer('read_model')`,
  ],
]

test.each(attacks)('no process %s with the credentials of %j', async (_, roles, statement) => {
  for (const role of roles) expect([role, await tried(role, statement)]).toEqual([role, DENIED])
})

test('each role can do what its process needs, and no more', async () => {
  await (await newDealer(system)).api.post('/v1/expenses', manual())
  const rights = await rightsIn(system.databaseUrl)
  expect(rights).toEqual({
    'audit.backup': { auditor: 'select' },
    'audit.ended_session': { auditor: 'select insert', command: 'select' },
    'audit.verification': { auditor: 'select insert' },
    'command.*': { command: 'select insert update delete truncate' },
    ...(rights['event_store.events'] === undefined
      ? {}
      : { 'event_store.events': { eventStore: 'select insert update delete truncate' } }),
    'read_model.*': {
      auditor: 'select',
      command: 'select',
      projections: 'select insert update delete truncate',
      query: 'select',
    },
    'sign_in.*': {
      auditor: 'select insert update delete',
      command: 'select insert update delete',
      query: 'select insert update delete',
    },
    'vault.data_key': {
      auditor: 'select',
      command: 'select insert',
      feed: 'select insert',
      projections: 'select',
      webhooks: 'select insert',
    },
    'vault.destroyed_key': {
      auditor: 'select',
      command: 'select',
      feed: 'select',
      projections: 'select',
      query: 'select',
      webhooks: 'select',
    },
    'vault.handed_secret': { command: 'select insert update', query: 'select' },
    'vault.idempotency': { command: 'select insert update delete' },
    'vault.log_chain': {
      auditor: 'select',
      command: 'select',
      feed: 'select',
      projections: 'select insert delete',
      webhooks: 'select',
    },
    'vault.log_set_back': {
      auditor: 'select',
      command: 'select insert update delete',
      feed: 'select',
      projections: 'select insert update delete',
      query: 'select',
      webhooks: 'select',
    },
    'vault.sanction_list_entry': { command: 'select insert', auditor: 'select' },
    'vault.sanction_list_version': { command: 'select insert', auditor: 'select' },
    'vault.secret': {
      auditor: 'select',
      command: 'select insert',
      feed: 'select',
      projections: 'select insert',
      webhooks: 'select',
    },
    'webhooks.*': { webhooks: 'select insert update delete truncate' },
  })
})

/** All that an auditor writes, apart from its scratch and temporary tables. */
const writtenByAuditors = [
  'audit.ended_session: insert',
  'audit.verification: insert',
  'sign_in.attempt: delete insert update',
  'sign_in.verified: delete insert update',
]

test('an auditor writes to its own tables, and to no other table of any schema', async () => {
  const tables = await tablesOf(system.databaseUrl)
  expect(tables.length).toBeGreaterThan(20)
  const written = []
  for (const { table, column } of tables) {
    const kinds = {
      delete: `delete from ${table} where false`,
      insert: `insert into ${table} (${column}) select ${column} from ${table} where false`,
      truncate: `truncate ${table}`,
      update: `update ${table} set ${column} = ${column} where false`,
    }
    const done = []
    for (const [kind, statement] of Object.entries(kinds)) {
      if ((await tried('auditor', `begin; ${statement}; rollback`)) !== DENIED) done.push(kind)
    }
    if (done.length > 0) written.push(`${table}: ${done.join(' ')}`)
  }
  expect(written).toEqual(writtenByAuditors)
})

test('with the rights of their roles an auditor verifies and an operator rebuilds', async () => {
  const { api } = await newDealer(system)
  const { databases, eventStoreUrl } = system
  const addresses = { databases, eventStoreUrl }
  const as = (role: LoginRole) =>
    terminalOf({ ...addresses, vaultKey: Buffer.from(system.vaultKey, 'hex') }, role)
  const isContent = { exitCode: 0, line: { differences: 0 } }
  expect(await as('auditor')(verifyCommand)).toMatchObject(isContent)
  const rebuilt = await as('projections')(rebuildCommand)
  expect(rebuilt).toMatchObject({ exitCode: 0, line: { outcome: 'switched' } })
  expect(await as('auditor')(verifyCommand)).toMatchObject(isContent)
  expect((await api.get('/v1/expenses')).status).toBe(200)
})

test('a second preparation of a database restores owners, rights and passwords', async () => {
  const administrator = new pg.Client({ connectionString: system.databaseUrl })
  await administrator.connect()
  onTestFinished(() => administrator.end())
  await administrator.query(`
    alter table read_model.customer owner to current_user;
    grant update on audit.verification to sarraf_auditor;
    insert into audit.ended_session values (gen_random_uuid(), now() - interval '1 second');
    revoke select on read_model.customer from sarraf_query;
    create schema read_model_next; create table read_model_next.customer (id text)`)
  await prepareDatabase(system.databaseUrl, {})
  expect(await tried('query', 'select * from read_model.customer')).toBe('done')
  expect(await tried('projections', 'drop schema read_model_next cascade')).toBe('done')
  const { rows } = await administrator.query<{ owner: string }>(
    `select relowner::regrole::text as owner from pg_class where oid = 'read_model.customer'::regclass`,
  )
  expect(rows).toEqual([{ owner: 'sarraf_projections' }])
  const ended = await administrator.query('select from audit.ended_session where until < now()')
  expect(ended.rowCount).toBe(0)
  expect(await tried('auditor', `update audit.verification set verdict = '{}'`)).toBe(DENIED)
})

/** Each table that is not a catalogue, and a column of it that may be written. */
async function tablesOf(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ table: string; column: string }>(
    `select distinct on (c.oid) c.oid::regclass::text as table, quote_ident(a.attname) as column
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind = 'r' and a.attnum > 0 and a.attgenerated = '' and a.attidentity = ''
       and not a.attisdropped
       and c.relnamespace::regnamespace::text
         not in ('pg_catalog', 'information_schema', 'audit_scratch')
     order by c.oid, a.attnum`,
  )
  await client.end()
  return rows.toSorted((one, other) => (one.table < other.table ? -1 : 1))
}

const PRIVILEGES = ['select', 'insert', 'update', 'delete', 'truncate']
const wholeSchemas = new Set(['command', 'read_model', 'sign_in', 'webhooks'])

/** By table, or by schema where all tables are alike: what each role can do. */
async function rightsIn(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ table: string; role: string; may: string }>(
    `select tables.name as "table", role, string_agg(privilege, ' ' order by place) as may
     from (select c.oid, n.nspname || '.' ||
             case when n.nspname = any($1) then '*' else c.relname end as name
           from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')) tables,
       unnest($2::text[]) role, unnest($3::text[]) with ordinality privileges (privilege, place)
     where has_table_privilege(role, tables.oid, privilege)
     group by tables.oid, tables.name, role`,
    [[...wholeSchemas], Object.values(loginRoles), PRIVILEGES],
  )
  await client.end()
  const nameOf = new Map<string, string>(everyLogin.map((name) => [loginRoles[name], name]))
  const rights: Record<string, Record<string, string>> = {}
  for (const { table, role, may } of rows) {
    const ofTable = rights[table] ?? {}
    const name = nameOf.get(role) ?? role
    // Tables that are not alike show as such.
    ofTable[name] = (ofTable[name] ?? may) === may ? may : 'different'
    rights[table] = ofTable
  }
  return rights
}
