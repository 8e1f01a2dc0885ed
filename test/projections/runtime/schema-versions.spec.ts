import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { readModels } from '#projections/read-models/read-models.ts'
import { addVersion, makeSchema, versionOf, versionsIn } from '#projections/runtime/schema.ts'
import { databaseForThisTest } from '#test/support/database.ts'

const next = {
  ...readModels,
  projectorVersions: { ...readModels.projectorVersions, customer: 99 },
}

test('a version is not recorded in tables that a switch has brought since they were looked at', async () => {
  const client = new Client({ connectionString: await databaseForThisTest() })
  await client.connect()
  onTestFinished(() => client.end())
  await makeSchema(client, 'read_model', readModels)
  const looked = await versionsIn(client, 'read_model')

  await addVersion(client, 'read_model', next, [])
  expect(await versionsIn(client, 'read_model')).toEqual(looked)

  await addVersion(client, 'read_model', next, looked)
  expect(new Set(await versionsIn(client, 'read_model'))).toEqual(
    new Set([...looked, versionOf(next)]),
  )
})
