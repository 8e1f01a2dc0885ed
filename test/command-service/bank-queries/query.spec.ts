import { expect, test } from 'vitest'
import {
  ACCOUNTS,
  accountIn,
  addAccount,
  book,
  booking,
  callsAt,
  newBankCustomer,
  QUERIES,
  query,
  stampsIn,
  TRANSACTIONS,
  transactionIn,
  transactionsIn,
} from '#test/support/banks.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { refusal } from '#test/support/system-client.ts'
import { newDealer, recordId } from '#test/support/system-dealer.ts'

const system = systemForThisFile()

test('the bank’s transactions are shown unchanged and at once', async () => {
  const { api, accountRef, bankAccountId } = await newBankCustomer(system)
  const told = {
    exchangeRate: '41.25031',
    balance: -20.5,
    bankCode: '0062',
    code: 'FAST',
    idNo: '10000000146',
    nameSurname: 'İpek Işık',
    iban: 'TR820006200000012345678901',
    description: 'Altın bedeli "22 ayar"\nikinci satır',
    comment: 'şube',
    fundsNature: 'ticari',
  }
  await book(system, accountRef, [
    booking('A-1', {
      ...told,
      amount: '123456789.1',
      transactionDate: '2026-11-18T11:12:30+03:00',
    }),
    booking('A-2', { incoming: false, currency: 'usd', transactionDate: '2026-11-19T00:00:00Z' }),
  ])

  const result = await query(api)
  expect(result).toMatchObject({ total: 1, triggered: 1, succeeded: 1, failed: 0, skipped: 0 })
  expect(result.results).toEqual([
    { accountId: bankAccountId, name: 'Garanti TL', status: 'success', message: null },
  ])

  const [first, second] = transactionsIn(await api.get(TRANSACTIONS))
  expect(first).toEqual({
    id: first?.id,
    stamp: 'A-1',
    incoming: true,
    transactionDate: '2026-11-18T08:12:30.000Z',
    amount: 123_456_789.1,
    currency: 'TRY',
    exchangeRate: 41.25031,
    balance: -20.5,
    bankCode: '0062',
    code: 'FAST',
    idNo: '10000000146',
    nameSurname: 'İpek Işık',
    iban: 'TR820006200000012345678901',
    description: 'Altın bedeli "22 ayar"\nikinci satır',
    status: 0,
    masakStatus: 0,
    fundsNature: 'ticari',
    isCheck: false,
    invoiceNumber: null,
    createdDate: first?.createdDate,
    updatedAt: first?.updatedAt,
  })
  expect(second).toMatchObject({ stamp: 'A-2', incoming: false, currency: 'USD', idNo: null })
  expect(transactionIn(await api.get(`${TRANSACTIONS}/${first?.id}`)).comment).toBe('şube')

  const { lastQueriedAt } = accountIn(await api.get(`${ACCOUNTS}/${bankAccountId}`))
  expect(Date.parse(lastQueriedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(result.ranAt))
})

test('a stamp is recorded once for the account, however often the bank sends it', async () => {
  const customer = await newBankCustomer(system)
  const { api, accountRef, bankAccountId: accountId } = customer
  const other = await addAccount(customer)
  await customer.import({
    kind: 'bankTransaction',
    data: { accountId, ...booking('imported'), id: recordId() },
  })
  await book(
    system,
    accountRef,
    ['imported', 'A', 'B'].map((stamp) => booking(stamp)),
  )
  await book(system, other.accountRef, [booking('A')])

  await query(api)
  await book(system, accountRef, [booking('A', { amount: 7 }), booking('C')])
  await query(api)
  await query(api, { accountId })

  expect((await stampsIn(api)).toSorted()).toEqual(['A', 'A', 'B', 'C', 'imported'])
  const amounts = transactionsIn(await api.get(TRANSACTIONS)).map(({ amount }) => amount)
  expect(amounts).toEqual([1500.25, 1500.25, 1500.25, 1500.25, 1500.25])
})

test('all pages of an account are read, and the first query looks 30 days back', async () => {
  const { api, accountRef } = await newBankCustomer(system)
  const stamps = Array.from({ length: 205 }, (_, index) => `S${1000 + index}`)
  await book(
    system,
    accountRef,
    stamps.map((stamp) => booking(stamp)),
  )
  const before = await callsAt(system)
  const succeeds = { results: [{ status: 'success', message: null }] }

  expect(await query(api)).toMatchObject(succeeds)
  // Four weeks without anything, the days that are left in three pages.
  expect(await callsAt(system)).toBe(before + 4 + 3)
  const answers = ['1', '2', '3'].map((page) => stampsIn(api, `pageSize=100&page=${page}`))
  expect((await Promise.all(answers)).flat().toSorted()).toEqual(stamps)

  expect(await query(api)).toMatchObject(succeeds)
  expect(await callsAt(system)).toBe(before + 7 + 3)
})

test('accounts without integration are left out, or refused if the request names them', async () => {
  const dealer = await newDealer(system, { lines: [] })
  const archived = await addAccount(dealer, { archived: true })
  const safe = await addAccount(dealer, { bank: false })
  const manual = await addAccount(dealer, { integration: null })
  const passive = await addAccount(dealer, { active: false, name: 'Pasif' })

  const { results, total } = await query(dealer.api)
  expect([total, results.map(({ name }) => name)]).toEqual([1, ['Pasif']])
  for (const { bankAccountId: accountId } of [archived, safe, manual]) {
    expect(refusal(await dealer.api.post(QUERIES, { accountId }))).toEqual([
      400,
      'VALIDATION_FAILED',
      [{ field: 'data.accountId', rule: 'integrated' }],
    ])
  }
  const accountId = passive.bankAccountId.toUpperCase()
  expect(await query(dealer.api, { accountId })).toMatchObject({ total: 1, succeeded: 1 })
})

test('a company without accounts has nothing to query', async () => {
  const { api } = await newDealer(system, { lines: [] })
  expect(await query(api)).toMatchObject({
    total: 0,
    triggered: 0,
    succeeded: 0,
    failed: 0,
    skipped: 0,
    results: [],
  })
})

test.each([
  [{ accountId: '12' }, 'data.accountId', 'pattern'],
  [{ accountId: 7 }, 'data.accountId', 'type'],
  [{ accountID: recordId() }, 'data.accountID', 'unknown'],
  [undefined, 'data', 'required'],
  [[], 'data', 'type'],
])('a query refuses %j', async (data, field, rule) => {
  const { api } = await newDealer(system, { lines: [] })
  expect(refusal(await api.post(QUERIES, data))).toEqual([
    400,
    'VALIDATION_FAILED',
    [{ field, rule }],
  ])
})

test('another company’s account is as unknown as one that does not exist', async () => {
  const stranger = await newBankCustomer(system)
  const { api } = await newBankCustomer(system)
  for (const accountId of [stranger.bankAccountId, recordId()]) {
    expect(refusal(await api.post(QUERIES, { accountId }))).toEqual([404, 'RESOURCE_NOT_FOUND', []])
    expect((await api.get(`${ACCOUNTS}/${accountId}`)).status).toBe(404)
  }
  await book(system, stranger.accountRef, [booking('theirs')])
  await query(api)
  expect(await stampsIn(api)).toEqual([])
})
