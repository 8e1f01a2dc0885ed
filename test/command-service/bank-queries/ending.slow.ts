import { expect, test } from 'vitest'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import { book, booking, callsAt, newBankCustomer, order, query } from '#test/support/banks.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { apiAt } from '#test/support/system-client.ts'

const system = systemForThisFile()

test('a bank still silent when the service ends has failed, and the service says so', async () => {
  const customer = await newBankCustomer(system)
  const ending = await anotherCommandService(system, { BANK_TIMEOUT_MS: '60000' })
  const before = await callsAt(system)
  await order(system, 'timeout')
  const asked = query(apiAt(ending.url, customer.credentials))
  await expect.poll(() => callsAt(system)).toBe(before + 1)
  const closed = ending.close()

  expect((await asked).results).toMatchObject([
    { status: 'failed', message: 'The query was stopped before the bank had answered.' },
  ])
  await closed
  expect(await query(customer.api)).toMatchObject({ succeeded: 1 })
}, 30_000)

// A page takes about a second of a quiet machine, all of them ten.
test('an account with many transactions waits for the event store page by page', async () => {
  const customer = await newBankCustomer(system)
  const impatient = await anotherCommandService(system, { EVENTSTORE_TIMEOUT_MS: '5000' })
  const stamps = Array.from({ length: 4_000 }, (_, index) => `S${index}`)
  await book(
    system,
    customer.accountRef,
    stamps.map((stamp) => booking(stamp)),
  )

  const { results } = await query(apiAt(impatient.url, customer.credentials))
  expect(results).toMatchObject([{ status: 'success', message: null }])
  await impatient.close()
}, 120_000)
