import pg from 'pg'
import { expect, test } from 'vitest'
import { WEBHOOKS_SCHEMA } from '#kernel/platform/database/grants.ts'
import { makeTables } from '#kernel/platform/database/postgres.ts'
import { prepareDatabase } from '#kernel/platform/database/prepare.ts'
import { webhookTables } from '#publishing/webhooks/store/tables.ts'
import { databaseForThisTest, databasesOfRoles } from '#test/support/database.ts'

/** How much waits and since when, and nothing of what is in it. */
const figuresOfDeliveries = [
  'attempt.at',
  'attempt.endpoint_id',
  'attempt.outcome',
  'delivery.added_at',
  'delivery.attempts',
  'delivery.endpoint_id',
  'delivery.is_head',
  'delivery.position',
  'endpoint.endpoint_id',
  'endpoint.is_enabled',
  'endpoint.is_given_up',
  'failing.endpoint_id',
  'failing.since',
  'place.position',
  'replay.endpoint_id',
  'replay.failure',
]

test('of deliveries an auditor reads the figures alone, also after another preparation', async () => {
  const database = await databaseForThisTest()
  await makeDeliveries(database)
  expect(await readOfDeliveries(database)).toEqual(figuresOfDeliveries)
  await prepareDatabase(database, {})
  expect(await readOfDeliveries(database)).toEqual(figuresOfDeliveries)
})

async function readOfDeliveries(database: string) {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select relname || '.' || attname as name
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'webhooks'::regnamespace and relkind = 'r' and attnum > 0
       and not attisdropped and has_column_privilege('sarraf_auditor', pg_class.oid, attnum, 'select')`,
  )
  await client.end()
  return rows.map(({ name }) => name).toSorted()
}

/** As the process that delivers makes them. */
async function makeDeliveries(database: string) {
  const client = new pg.Client({ connectionString: databasesOfRoles(database).webhooks })
  await client.connect()
  await makeTables(client, { schema: WEBHOOKS_SCHEMA, definitions: webhookTables })
  await client.end()
}
