import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import { execute } from '#test/support/execute.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { apiAt, refusal } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { createdIn, idsOf, manual } from '#test/support/vouchers.ts'

const system = systemForThisFile()

/** A role that can what the command service's can. */
async function ownRole() {
  const name = `rotated_${randomBytes(6).toString('hex')}`
  await execute(
    system.databaseUrl,
    `create role ${name} login password 'before' in role sarraf_command`,
  )
  onTestFinished(() => execute(system.databaseUrl, `drop role ${name}`))
  const url = new URL(system.databases.command)
  url.username = name
  url.password = 'before'
  return {
    url: url.href,
    setPassword: (password: string) =>
      execute(system.databaseUrl, `alter role ${name} password '${password}'`),
    endSessions: () =>
      execute(
        system.databaseUrl,
        `select pg_terminate_backend(pid, 10_000) from pg_stat_activity where usename = '${name}'`,
      ),
  }
}

test('a password that is changed stops no session; later ones are 503 with the reason until it fits again', async () => {
  const { api, credentials } = await newDealer(system)
  const role = await ownRole()
  const { url, close } = await anotherCommandService(system, { DATABASE_URL: role.url })
  const readiness = async () => (await fetch(`${url}/health/ready`)).text()
  const callers = apiAt(url, credentials)
  const write = (key: Readonly<Record<string, string>>) =>
    callers.post('/v1/expenses', manual({ allowDuplicate: true }), key)

  await role.setPassword('after')
  const first = createdIn(await write({ 'idempotency-key': crypto.randomUUID() }))

  await role.endSessions()
  const key = { 'idempotency-key': crypto.randomUUID() }
  const refused = await write(key)
  expect(refusal(refused).slice(0, 2)).toEqual([503, 'INTERNAL_ERROR'])
  expect(refused.headers['retry-after']).toBe('1')
  await expect
    .poll(readiness)
    .toContain('the database refuses the password or the role of this process')

  await role.setPassword('before')
  await expect.poll(async () => (await write(key)).status).toBe(201)
  await expect.poll(readiness).toContain('ready')
  await expect.poll(() => idsOf(api)).toHaveLength(2)
  expect(await idsOf(api)).toContain(first.id)
  await close()
})
