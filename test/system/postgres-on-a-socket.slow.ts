// @module-tag embedded-parts

import { expect, test } from 'vitest'
import { audit, variablesOf } from '#test/audit/auditing.ts'
import { operator } from '#test/operator/command-line.ts'
import { postgresOnSocketForThisTest } from '#test/support/another-postgres.ts'
import { placeForStacks, stopStack } from '#test/support/running-stack.ts'
import { apiAt } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { createdIn, idsOf, manual } from '#test/support/vouchers.ts'

test('the system runs on a Unix socket, and its commands and metrics take the address', async () => {
  const DATABASE_URL = await postgresOnSocketForThisTest()
  const place = await placeForStacks()
  const { supervisor, baseUrl } = await place.start({ DATABASE_URL, DEMO: 'false' })
  const addresses = await place.addresses()
  const { credentials } = await newDealer(addresses)
  const api = apiAt(baseUrl, credentials)
  const { id } = createdIn(await api.post('/v1/expenses', manual()))
  expect(await idsOf(api)).toEqual([id])

  const verified = await audit(['verify'], variablesOf(addresses))
  expect(verified).toMatchObject({ exitCode: 0 })
  const { VAULT_KEY, EVENTSTORE_URL } = variablesOf(addresses)
  const checked = await operator(['check'], { DATABASE_URL, VAULT_KEY, EVENTSTORE_URL })
  expect(checked.stdout).toMatch(/DATABASE_URL: PostgreSQL 1\d/)
  expect(checked.stdout + checked.stderr).not.toContain('secret')
  const metrics = await (await fetch(`${baseUrl}/metrics`)).text()
  expect(metrics).toContain('# HELP')
  expect(metrics).not.toMatch(/certificate_expiry\S* NaN/i)

  expect(await stopStack(supervisor)).toBe(0)
})
