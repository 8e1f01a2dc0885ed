// @module-tag embedded-parts

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { audit, variablesOf } from '#test/audit/auditing.ts'
import { anotherPostgresForThisTest } from '#test/support/another-postgres.ts'
import { placeForStacks, stopStack } from '#test/support/running-stack.ts'

const run = promisify(execFile)
const Vouchers = Compile(Type.Object({ data: Type.Array(Type.Object({ id: Type.String() })) }))

test.each([
  ['lowest', '16.14.0-beta.17'],
  // The one that Sarraf brings.
  ['highest', undefined],
])('the system runs on the %s version of PostgreSQL, as an ordinary role', async (_, version) => {
  const DATABASE_URL = await anotherPostgresForThisTest(version)
  const place = await placeForStacks()
  const { supervisor, baseUrl } = await place.start({ DATABASE_URL })

  const demo = await run(process.execPath, ['local-stack/demo/main.ts'], {
    env: { ...process.env, DATA_DIR: place.folder },
  })
  expect(demo.stdout).toContain('All steps succeeded.')
  const headers = { authorization: `Basic ${btoa('demo:demo-secret')}` }
  const listed = await (await fetch(`${baseUrl}/v1/expenses`, { headers })).json()
  expect(Vouchers.Parse(listed).data.length).toBeGreaterThan(0)
  const verified = await audit(['verify'], variablesOf(await place.addresses()))
  expect(verified).toMatchObject({ exitCode: 0 })

  expect(await stopStack(supervisor)).toBe(0)
})

test('a start on an older version ends with one line', async () => {
  const DATABASE_URL = await anotherPostgresForThisTest('15.18.0-beta.17')
  const place = await placeForStacks()
  const start = run(process.execPath, ['local-stack/main.ts'], {
    env: { ...process.env, DATABASE_URL, DATA_DIR: place.folder, PORT: String(place.port) },
  })
  await expect(start).rejects.toMatchObject({
    code: 78,
    stderr:
      'DATABASE_URL: Sarraf needs PostgreSQL 16 or later, and this server is 15.18: upgrade it\n',
  })
})
