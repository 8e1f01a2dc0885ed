import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, inject, onTestFinished, test } from 'vitest'
import { checkServer, unfitness } from '#kernel/platform/database/server-check.ts'
import { freePort } from '#stack/free-port.ts'
import {
  databaseForThisTest,
  databasesOfRoles,
  unpreparedDatabaseForThisTest,
} from '#test/support/database.ts'
import { spawnEventStore } from '#test/support/embedded-node.ts'
import { execute } from '#test/support/execute.ts'
import { transactionPoolerForThisTest } from '#test/support/transaction-pooler.ts'

test.each([
  [{ version: 150_018 }, 'needs PostgreSQL 16 or later, and this server is 15.18'],
  [{ encoding: 'LATIN5' }, 'the database has the encoding LATIN5'],
  [{ lacksTables: true }, 'the role dealer may not create schemas'],
  [{ isStandby: true }, 'the server is a standby, where nothing can be written'],
  [
    { readOnlyBy: 'user' },
    'default_transaction_read_only is on (user): turn it off for the role dealer',
  ],
  [{ sharesSessions: true }, 'leads to a connection pooler such as PgBouncer'],
])('a server with %j is refused', (found, line) => {
  const fit = {
    version: 160_000,
    encoding: 'UTF8',
    role: 'dealer',
    lacksTables: false,
    sharesSessions: false,
    isStandby: false,
    readOnlyBy: null,
  }
  expect(unfitness(fit)).toBeUndefined()
  expect(unfitness({ ...fit, ...found })).toContain(line)
})

test('every role may run on a prepared database, and the owner on an empty one', async () => {
  const databases = databasesOfRoles(await databaseForThisTest())
  const empty = await unpreparedDatabaseForThisTest()
  for (const url of [...Object.values(databases), empty]) {
    await expect(checkServer(url)).resolves.toBeUndefined()
  }
})

test('a role that cannot create what is missing is refused', async () => {
  const databaseUrl = new URL(await unpreparedDatabaseForThisTest())
  const role = await roleForThisTest()
  databaseUrl.username = role
  databaseUrl.password = 'secret'
  await expect(checkServer(databaseUrl.href)).rejects.toThrow(
    `the role ${role} may not create schemas`,
  )
})

test('a database of another encoding is refused', async () => {
  const url = new URL(inject('postgresUrl'))
  const name = `test_${randomBytes(6).toString('hex')}`
  await execute(url.href, `create database ${name} encoding 'LATIN5' template template0 locale 'C'`)
  onTestFinished(() => execute(inject('postgresUrl'), `drop database ${name} with (force)`))
  url.pathname = name
  await expect(checkServer(url.href)).rejects.toThrow('has the encoding LATIN5')
})

test('a wrong password and a missing database are refused; a server that does not answer is not', async () => {
  const url = new URL(inject('postgresUrl'))
  url.pathname = '/nowhere'
  await expect(checkServer(url.href)).rejects.toThrow('"nowhere" does not exist: create it first')
  await expect(checkServer(url.href, 'READ_DATABASE_URL')).rejects.toThrow(/^READ_DATABASE_URL: /)
  url.password = 'wrong'
  await expect(checkServer(url.href)).rejects.toThrow('check role, password and pg_hba.conf')
  url.port = String(await freePort())
  await expect(checkServer(url.href)).resolves.toBeUndefined()
})

test('a pooler that gives a session to one transaction after the other is refused', async () => {
  const pooler = await transactionPoolerForThisTest(await unpreparedDatabaseForThisTest())
  await expect(checkServer(pooler)).rejects.toThrow('leads to a connection pooler')
})

test('a process on such a server ends with one line and the exit code for settings', async () => {
  const url = new URL(inject('postgresUrl'))
  url.pathname = '/nowhere'
  const child = spawnEventStore(await freePort(), url.href, 'pipe')
  onTestFinished(() => void child.kill('SIGKILL'))
  if (child.stderr === null) throw new Error('its standard error is a pipe')
  const [errors] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(child.exitCode).toBe(78)
  expect(errors).toBe(
    'DATABASE_URL: database "nowhere" does not exist: create it first (docs/postgresql.md)\n',
  )
})

async function roleForThisTest(): Promise<string> {
  const role = `test_${randomBytes(6).toString('hex')}`
  await execute(inject('postgresUrl'), `create role ${role} login password 'secret'`)
  onTestFinished(() => execute(inject('postgresUrl'), `drop role ${role}`))
  return role
}
