import { Type } from 'typebox'
import { expect, test } from 'vitest'
import {
  ACCOUNTS,
  accountIn,
  addAccount,
  book,
  booking,
  newBankCustomer,
  query,
  TRANSACTIONS,
  transactionIn,
  transactionsIn,
} from '#test/support/banks.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { dataOf } from '#test/support/system-client.ts'
import { newDealer, recordId } from '#test/support/system-dealer.ts'

const system = systemForThisFile()

test('an imported transaction is shown with every field, and its changes later', async () => {
  const dealer = await newDealer(system, { lines: [] })
  const { bankAccountId: accountId } = await addAccount(dealer)
  const whole = {
    id: recordId(),
    stamp: 'F-1',
    incoming: true,
    exchangeRate: 41.25,
    bankCode: '0062',
    code: 'EFT',
    idNo: '10000000146',
    nameSurname: 'İpek Işık',
    iban: 'TR820006200000012345678901',
    description: 'Altın bedeli',
    status: 2,
    fundsNature: 'ticari',
  }
  const line = { accountId, ...whole, amount: '250000.10', balance: '-0.50', currency: 'usd' }
  const date = '2026-11-18T11:12:30+03:00'
  const data = { ...line, transactionDate: date, comment: 'şube' }
  await dealer.import({ kind: 'bankTransaction', data })
  const path = `${TRANSACTIONS}/${whole.id}`
  const shown = transactionIn(await dealer.api.get(path))

  expect(shown).toMatchObject({
    ...whole,
    amount: 250_000.1,
    balance: -0.5,
    currency: 'USD',
    transactionDate: '2026-11-18T08:12:30.000Z',
    comment: 'şube',
  })
  await dealer.import({ kind: 'bankTransaction', data: { ...data, status: 0, comment: null } })
  const changed = transactionIn(await dealer.api.get(path))
  expect(changed).toEqual({ ...shown, status: 0, comment: null, updatedAt: changed.updatedAt })
  expect(changed.updatedAt > shown.updatedAt).toBe(true)
})

test('fields that the back office imports for a queried transaction are added to it', async () => {
  const { api, bankAccountId, accountRef, ...dealer } = await newBankCustomer(system)
  await book(system, accountRef, [booking('A')])
  await query(api)
  const [queried] = transactionsIn(await api.get(TRANSACTIONS))
  const data = { accountId: bankAccountId, ...booking('A'), fundsNature: 'maaş' }
  await dealer.import({ kind: 'bankTransaction', data })

  const shown = transactionsIn(await api.get(TRANSACTIONS))
  expect(shown).toEqual([{ ...queried, fundsNature: 'maaş', updatedAt: shown[0]?.updatedAt }])
})

test('an imported account is shown with every field; a change keeps when it was queried', async () => {
  const dealer = await newDealer(system, { lines: [] })
  const whole = { name: 'İş Bankası USD', bankCode: '0064', iban: 'TR95', currency: 'usd' }
  const { account, bankAccountId } = await addAccount(dealer, whole)
  const path = `${ACCOUNTS}/${bankAccountId}`
  const created = accountIn(await dealer.api.get(path))
  expect(created).toEqual({
    ...whole,
    id: bankAccountId,
    currency: 'USD',
    bank: true,
    archived: false,
    integrated: true,
    lastQueriedAt: null,
    createdDate: created.createdDate,
    updatedAt: created.updatedAt,
  })
  await query(dealer.api)
  const queried = accountIn(await dealer.api.get(path))
  expect(queried.updatedAt > created.updatedAt).toBe(true)
  expect(Math.abs(Date.parse(queried.lastQueriedAt ?? '') - Date.now())).toBeLessThan(60_000)

  const changes = { archived: true, bank: false, integration: null, iban: null }
  await dealer.import({ kind: 'bankAccount', data: { ...account, ...changes } })
  const changed = accountIn(await dealer.api.get(path))
  expect(changed).toEqual({
    ...queried,
    archived: true,
    bank: false,
    integrated: false,
    iban: null,
    updatedAt: changed.updatedAt,
  })
})

const Named = Type.Array(Type.Record(Type.String(), Type.Unknown()))
const long = `${'李'.repeat(400)}${'яşA'.repeat(33)}`
const inOrder = [
  '😀'.repeat(250),
  'Cumhuriyet TL',
  'Çınar TL',
  'çilek',
  'Garanti TL',
  'Hurma',
  'Işık',
  'İncir',
  'Jale',
  'Umut',
  'Ümit',
  'Zeytin',
  'Zeytin Dalı',
  'Zeytin-Dalı',
  'Zeytin’in',
  'Zeytin2',
  'Zeytina',
  'Ωμέγα',
  'Иван',
  'أحمد',
  `${long}a`,
  `${long}b`,
]

test.each([
  ['accounts', 'bankAccount', 'name', ACCOUNTS],
  ['customers', 'customer', 'nameSurname', '/v1/customers'],
])('%s are paged by name in the order of the Turkish alphabet', async (_, kind, field, path) => {
  const dealer = await newDealer(system, { lines: [] })
  const idNo = kind === 'customer' ? '10000000146' : undefined
  const lines = inOrder
    .toReversed()
    .map((name) => ({ kind, data: { id: recordId(), idNo, [field]: name } }))
  await dealer.import(...lines)

  const found: unknown[] = []
  for (let page = 1; page === 1 || found.length === (page - 1) * 5; page += 1) {
    const answer = await dealer.api.get(`${path}?sort=${field}:asc&pageSize=5&page=${page}`)
    found.push(...dataOf(Named, answer).map((record) => record[field]))
  }
  expect(found.filter((name) => name !== 'Ana hesap')).toEqual(inOrder)
})

test('what shows a customer account changes with it', async () => {
  const dealer = await newDealer(system, { lines: [] })
  const { bankAccountId: accountId } = await addAccount(dealer)
  const [transaction, entry, naming, customer] = [recordId(), recordId(), recordId(), recordId()]
  const idNo = '10000000146'
  const eventDate = '2026-11-02T00:00:00Z'
  const account = { id: customer, idNo, idType: 'person', createdDate: '2026-11-01T00:00:00Z' }
  await dealer.import(
    { kind: 'customer', data: { ...account, nameSurname: 'Ayşe Eski', recordLevel: 1 } },
    { kind: 'bankTransaction', data: { accountId, ...booking('S'), id: transaction, idNo } },
    { kind: 'customerEvent', data: { id: entry, idNo, eventDate, recordLevel: 1 } },
    {
      kind: 'customerEvent',
      data: { id: naming, customerId: customer, idNo: 'U7654321', eventDate, recordLevel: 1 },
    },
  )
  const events = [entry, naming].map((id) => `/v1/compliance/customer-events/${id}`)
  const all = [`${TRANSACTIONS}/${transaction}`, ...events]
  const Dated = Type.Object({ updatedAt: Type.String() })
  const datesOf = async () =>
    Promise.all(all.map(async (path) => dataOf(Dated, await dealer.api.get(path)).updatedAt))
  const before = await datesOf()
  await dealer.import({
    kind: 'customer',
    data: { ...account, nameSurname: 'Ayşe Yeni', recordLevel: 4 },
  })
  const after = await datesOf()
  expect(after.map((date, index) => date > (before[index] ?? ''))).toEqual([true, true, true])
  const { summaryInfo } = transactionIn(await dealer.api.get(all[0] ?? ''))
  expect(summaryInfo).toMatchObject({ customerName: 'Ayşe Yeni', recordLevel: 4 })
})
