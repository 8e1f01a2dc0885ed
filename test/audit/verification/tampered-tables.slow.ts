// @module-tag embedded-node

import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { verifyCommand } from '#audit/verification/command.ts'
import { AUDIT_SCRATCH } from '#kernel/platform/database/grants.ts'
import { tryLock } from '#projections/runtime/leadership.ts'
import { businessDone, nodeOn, ours, tamper, theirs, verified } from './support.ts'

test('a changed row is named, only for its company', async () => {
  const business = await businessDone()
  await tamper(business, `update read_model.customer set name_surname = 'X' where id = 'customer7'`)
  const { verdict, report } = await verified(business)
  expect(verdict.chain).toBe('ok')
  // The list's counts go with the row: they are not what the log says any more, either.
  expect(verdict.tables.differences).toBeGreaterThan(0)
  expect(report).toMatch(/customer .*customer7.* is changed: .*name_surname/)
  expect((await verified(business, ours)).verdict.differences).toBe(0)
  expect((await verified(business, theirs)).verdict.differences).toBe(verdict.differences)
})

test('a row without an event is reported as surplus, a deleted row as missing', async () => {
  const business = await businessDone()
  await tamper(
    business,
    `delete from read_model.customer where id = 'customer7'`,
    `update read_model.customer set id = 'invented' where id = 'customer8'`,
  )
  const { report } = await verified(business)
  expect(report).toMatch(/customer .*customer7 is missing/)
  expect(report).toMatch(/customer .*customer8 is missing/)
  expect(report).toMatch(/customer .*invented is surplus/)
})

test('counts that are not those of the rows are named, only for their company', async () => {
  const business = await businessDone()
  await tamper(
    business,
    `update read_model.customer_facet_count set n = n + 7000
     where company_id = '${theirs}' and day = '-infinity'`,
    `delete from read_model.customer_text_count where company_id = '${theirs}'`,
  )
  const { verdict, report } = await verified(business)
  expect(verdict.tables.differences).toBe(2)
  expect(report).toMatch(/customer_facet_count .* is changed: n/)
  expect(report).toMatch(/customer_text_count .* is missing/)
  expect((await verified(business, ours)).verdict.differences).toBe(0)
  expect((await verified(business, theirs)).verdict.differences).toBe(2)
})

test('a head that is stored with the hashes and does not follow from them is a fault', async () => {
  const business = await businessDone()
  await tamper(business, 'update vault.log_chain set head = sha256(head) where after = 0')
  const { verdict, report } = await verified(business)
  expect(verdict).toMatchObject({
    chain: 'broken',
    differences: 1,
    hashChain: {
      differences: 0,
      storedHeadFault: expect.stringMatching(/^the stored head after \d+ events is not/),
    },
  })
  expect(report).toContain('heads: WRONG: the stored head after')
})

test('a moment of the store that was changed is a fault, only for its company', async () => {
  const business = await businessDone()
  await tamper(
    business,
    `update event_store.events set created = created - 36000000000
     where stream = 'customer-customer7'`,
  )
  const { verdict, report } = await verified(business)
  expect(verdict).toMatchObject({ differences: 1, chain: 'ok', log: { faults: 1 } })
  expect(report).toMatch(/moments: .* is before that of an earlier event, .*customer-customer7/)
  expect((await verified(business, ours)).verdict.differences).toBe(0)
})

test.each([
  ['read_model.customer', 'comparing the tables'],
  ['vault.log_chain', 'finding the end of the log'],
])('a verification does not wait for %s when it does not come', async (table, step) => {
  const business = await businessDone()
  const client = new Client({ connectionString: business.databaseUrl })
  await client.connect()
  await client.query(`begin; lock table ${table} in access exclusive mode`)

  await expect(verified(business, null, {}, 2_000)).rejects.toThrow(
    `${step}: nothing has moved for 2 s.`,
  )

  await client.end()
})

test('of two verifications at the same time one says that the other is under way', async () => {
  const business = await businessDone()
  const node = await nodeOn(business.databaseUrl)
  const client = new Client({ connectionString: business.databaseUrl })
  await client.connect()
  expect(await tryLock(client, AUDIT_SCRATCH)).toBe(true)
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]

  const exitCode = await verifyCommand.run([], {
    environment: {
      DATABASE_URL: business.databases.auditor,
      EVENTSTORE_URL: node.url,
      VAULT_KEY: business.vaultKey.toString('hex'),
    },
    stdin: new PassThrough(),
    stdout,
    stderr,
  })
  for (const stream of [stdout, stderr]) stream.end()

  expect([exitCode, await text(stdout)]).toEqual([4, ''])
  expect(await text(stderr)).toContain('Another verification is under way')
  await client.end()
  await node.close()
})
