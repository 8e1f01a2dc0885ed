import { expect, test } from 'vitest'
import { bankAccountEvents, bankAccountStream } from '#kernel/events/bank-account.ts'
import {
  ACCOUNTS,
  accountIn,
  addAccount,
  type newBankCustomer,
  QUERIES,
  query,
  stampsIn,
} from '#test/support/banks.ts'
import { littleBank } from '#test/support/little-bank.ts'
import { customerOfLittleBank } from '#test/support/set-aside.ts'
import { recordEvents } from '#test/support/stored-events.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { recordId } from '#test/support/system-dealer.ts'
import { withLog } from '#test/support/with-log.ts'

const system = systemForThisFile()
const SUCCESS = { status: 'success', message: null }

type Customer = Awaited<ReturnType<typeof newBankCustomer>>

const change = ({ account, ...customer }: Customer, changes: object) =>
  customer.import({ kind: 'bankAccount', data: { ...account, ...changes } })

const refer = (customer: Customer, accountRef: string) =>
  change(customer, { integration: { accountRef } })

const stamps = async ({ api }: Customer) => (await stampsIn(api)).toSorted()

async function customerOfR1() {
  const customer = await customerOfLittleBank(system)
  const { bank, bankAccountId } = customer
  const R1 = customer.accountRef
  const R2 = `new-${bankAccountId}`
  bank.bookedFor(R1, 20, 'R1-20')
  expect((await query(customer.api)).results).toMatchObject([SUCCESS])
  expect(bank.askedSince()).toEqual([`${R1} 30`])
  return { ...customer, R1, R2 }
}

test('a new reference is asked for 30 days, and the last one once more for its own last days', async () => {
  const customer = await customerOfR1()
  const { api, bank, R1, R2 } = customer
  bank.bookedFor(R1, 0, 'R1-last')
  bank.bookedFor(R2, 10, 'R2-10')
  bank.bookedFor(R2, 29, 'R2-29')
  await refer(customer, R2)

  expect((await query(api)).results).toMatchObject([SUCCESS])
  expect(bank.askedSince()).toEqual([`${R1} 3`, `${R2} 30`])
  expect(await stamps(customer)).toEqual(['R1-20', 'R1-last', 'R2-10', 'R2-29'])
  await query(api)
  expect(bank.askedSince()).toEqual([`${R2} 3`])

  await refer(customer, R1)
  await query(api)
  expect(bank.askedSince()).toEqual([`${R2} 3`, `${R1} 3`])
  expect(await stamps(customer)).toHaveLength(4)
})

test('a reference that is gone is no failure; one that cannot be asked is named', async () => {
  const customer = await customerOfR1()
  const { api, bank, R1, R2 } = customer
  bank.forget(R1)
  await refer(customer, R2)
  expect((await query(api)).results).toMatchObject([SUCCESS])
  expect(bank.askedSince()).toEqual([`${R1} 3`, `${R2} 30`])

  const other = await littleBank()
  bank.leave()
  await customer.import({ kind: 'providerAccount', data: { provider: 'bank', url: other.url } })
  const [result] = (await query(api)).results
  expect(result?.status).toBe('success')
  expect(result?.message).toContain(`under the earlier reference ${R2} are missing`)
  expect((await query(api)).results).toMatchObject([SUCCESS])
})

test('another address begins like a new account, whatever the reference, and what both deliver is one booking', async () => {
  const customer = await customerOfR1()
  const { api, bank, R1 } = customer
  const other = await littleBank()
  other.bookedFor(R1, 20, 'R1-20', 'only there')
  bank.bookedFor(R1, 1, 'R1-last')
  await customer.import({ kind: 'providerAccount', data: { provider: 'bank', url: other.url } })

  expect((await query(api)).results).toMatchObject([SUCCESS])
  expect([bank.askedSince(), other.askedSince()]).toEqual([[`${R1} 3`], [`${R1} 30`]])
  expect(await stamps(customer)).toEqual(['R1-20', 'R1-last', 'only there'])
})

test('a reference that fails does not hide what is asked: the one before is asked until the new one answers', async () => {
  const customer = await customerOfR1()
  const { api, bank, bankAccountId, R1, R2 } = customer
  const { lastQueriedAt } = accountIn(await api.get(`${ACCOUNTS}/${bankAccountId}`))
  bank.forget(R2)
  await refer(customer, R2)
  expect((await query(api)).results).toMatchObject([{ status: 'failed' }])
  expect((await query(api)).results).toMatchObject([{ status: 'failed' }])
  expect(bank.askedSince()).toEqual([`${R1} 3`, `${R2} 30`])
  expect(accountIn(await api.get(`${ACCOUNTS}/${bankAccountId}`)).lastQueriedAt).toBe(lastQueriedAt)
})

test('without integration and back, archived and back, with another currency: the same history', async () => {
  const customer = await customerOfR1()
  const { api, bank, R1 } = customer
  await change(customer, { integration: null })
  expect((await query(api)).total).toBe(0)
  await change(customer, { archived: true })
  await change(customer, { currency: 'USD' })
  expect((await query(api)).results).toMatchObject([SUCCESS])
  expect(bank.askedSince()).toEqual([`${R1} 3`])
})

test('accounts that swap their references keep their bookings, and each booking stays one', async () => {
  const customer = await customerOfR1()
  const { api, bank, R1 } = customer
  const second = await addAccount(customer)
  const R2 = second.accountRef
  bank.bookedFor(R2, 5, 'R2-5')
  await query(api)
  bank.askedSince()
  const before = await stamps(customer)
  await customer.import(
    {
      kind: 'bankAccount',
      data: { ...customer.account, integration: { accountRef: R2 } },
    },
    { kind: 'bankAccount', data: { ...second.account, integration: { accountRef: R1 } } },
  )
  bank.bookedFor(R1, 0, 'R1-new')

  expect((await query(api)).results).toMatchObject([SUCCESS, SUCCESS])
  expect(bank.askedSince().toSorted()).toEqual([`${R1} 30`, `${R2} 30`].toSorted())
  expect(await stamps(customer)).toEqual([...before, 'R1-new'].toSorted())
})

test('an account that takes over the reference of one that was archived makes no booking twice', async () => {
  const customer = await customerOfR1()
  const { api, bank, R1 } = customer
  await change(customer, { archived: true })
  const next = await addAccount(customer, { name: 'Yeni', integration: { accountRef: R1 } })
  bank.bookedFor(R1, 2, 'R1-2')
  expect((await query(api)).results).toMatchObject([{ accountId: next.bankAccountId, ...SUCCESS }])
  expect(await stamps(customer)).toEqual(['R1-2', 'R1-20'])
})

test('of two accounts that have had one reference since before that was refused, the first is asked', async () => {
  const customer = await customerOfR1()
  const { api, bank, R1 } = customer
  const second = await recordDouble(customer)
  bank.bookedFor(R1, 2, 'R1-2')

  const { results, ...counts } = await query(api)
  expect(counts).toMatchObject({ total: 2, succeeded: 1, skipped: 1 })
  expect(results[0]).toMatchObject(SUCCESS)
  expect(results[1]).toMatchObject({ accountId: second, status: 'skipped' })
  expect(results[1]?.message).toContain(`“Garanti TL” (${customer.bankAccountId})`)
  const [named] = (await query(api, { accountId: second })).results
  expect(named).toEqual(results[1])
  expect(await stamps(customer)).toEqual(['R1-2', 'R1-20'])

  await change(customer, { archived: true })
  bank.bookedFor(R1, 0, 'R1-0')
  expect((await query(api)).results).toMatchObject([{ accountId: second, ...SUCCESS }])
  expect(await stamps(customer)).toEqual(['R1-0', 'R1-2', 'R1-20'])
})

/** Another account with the same reference, as the log of an earlier release can hold it. */
async function recordDouble({ api, companyId, R1 }: Customer & { companyId: string; R1: string }) {
  const accountId = recordId()
  const data = {
    companyId,
    accountId,
    name: 'Çift',
    bankCode: null,
    iban: null,
    currency: 'TRY',
    bank: true,
    archived: false,
    active: true,
    accountRef: R1,
  }
  await withLog(system, (log) =>
    recordEvents(log, {
      family: bankAccountEvents,
      events: [{ type: 'BankAccountRecorded', data }],
      stream: bankAccountStream(accountId),
      companyId,
      at: new Date().toISOString(),
    }),
  )
  await expect
    .poll(async () => (await api.post(QUERIES, { accountId })).status, { timeout: 20_000 })
    .toBe(200)
  return accountId
}
