import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { audit, variablesOf } from '#test/audit/auditing.ts'
import { placeForStacks, stopStack } from '#test/support/running-stack.ts'
import { apiAt } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { createdIn, manual } from '#test/support/vouchers.ts'

const WITHIN_MS = 180_000

test('an amount that is changed in the database is a difference, and is decided on no more', {
  timeout: WITHIN_MS,
}, async () => {
  const place = await placeForStacks()
  const first = await place.start({ DEMO: 'false' })
  const dealer = await newDealer(await place.addresses())
  const draft = manual({ amount: 900, isDraft: true })
  const { id } = createdIn(await dealer.api.post('/v1/expenses', draft))
  const issued = createdIn(await dealer.api.post('/v1/expenses', manual({ amount: 1_900 })))
  const { databaseUrl } = await place.addresses()
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  for (const changed of [id, issued.id]) {
    const stream = `expenseVoucher-${changed}`
    await untilChained(client, stream)
    await changeAmount(client, stream)
  }
  await client.end()
  // The node has them in its memory as they were written.
  const environment = variablesOf(await place.addresses())
  const atOnce = await audit(['verify'], environment)
  expect([atOnce.exitCode, JSON.parse(atOnce.stdout)]).toMatchObject([1, { chain: 'broken' }])
  const told = await audit(['history', 'expense-voucher', issued.id], environment)
  expect(told.stdout).toContain('90000')
  await stopStack(first.supervisor)

  const { baseUrl } = await place.start({ DEMO: 'false' })

  const api = apiAt(baseUrl, dealer.credentials, { mayFail: true })
  expect((await api.delete(`/v1/expenses/${id}`)).status).toBe(503)
  const verified = await audit(['verify'], variablesOf(await place.addresses()))
  expect(verified.exitCode).toBe(1)
  // No other event of the draft's stream is ours, so that the chain alone knows that this one was.
  expect(verified.stderr).toMatch(
    new RegExp(`event \\d+ \\([\\da-f-]+\\) is changed: now expenseVoucher-${id}@0`),
  )
  expect(verified.stderr).toContain(
    'VoucherDrafted at revision 0 has no valid MAC: Sarraf did not write it there',
  )
})

/** The chain follows the log: what is changed before it came by is hashed as it is found. */
const untilChained = (client: Client, stream: string) =>
  vi.waitUntil(
    async () => {
      const { rowCount } = await client.query(
        `select from event_store.events event
         where stream = $1 and revision = 0 and exists (
           select from vault.log_chain
           where encode(event_ids, 'hex') like '%' || replace(event.id::text, '-', '') || '%')`,
        [stream],
      )
      return rowCount === 1
    },
    { timeout: 20_000 },
  )

async function changeAmount(client: Client, stream: string) {
  const { rowCount } = await client.query(
    `update event_store.events
     set data = convert_to(regexp_replace(convert_from(data, 'UTF8'), '("amount":"1?)900', '\\190000'), 'UTF8')
     where stream = $1 and revision = 0`,
    [stream],
  )
  expect(rowCount).toBe(1)
}
