import { expect, test } from 'vitest'
import { TRANSACTIONS, transactionIn, transactionsIn } from '#test/support/banks.ts'
import { check, OTHER_PERSON, PERSON } from '#test/support/sanction-checks.ts'
import { importList, listOf } from '#test/support/sanction-lists.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { refusal } from '#test/support/system-client.ts'
import { type Dealer, newDealer, recordId } from '#test/support/system-dealer.ts'
import { createdIn, fromBank } from '#test/support/vouchers.ts'

const system = systemForThisFile()

const detail = async ({ api }: Dealer, id: string) =>
  transactionIn(await api.get(`${TRANSACTIONS}/${id}`))

const notQueried = { status: 0, lastQueriedAt: null, types: [], isError: false, data: null }

test('a transaction of an unknown sender has every field', async () => {
  const dealer = await newDealer(system)
  const id = await dealer.transaction({ idNo: PERSON, comment: 'şube', status: 2 })
  const [listed] = transactionsIn(await dealer.api.get(TRANSACTIONS))

  expect(await detail(dealer, id)).toEqual({
    ...listed,
    comment: 'şube',
    summaryInfo: null,
    expenseData: null,
    invoiceInfo: null,
    masak: notQueried,
  })
  expect(listed).toMatchObject({ id, status: 2, masakStatus: 0, isCheck: false })
})

test('the sender’s account is shown with its level', async () => {
  const dealer = await newDealer(system)
  const customerId = recordId()
  const id = await dealer.transaction({ idNo: PERSON })
  const customer = { id: customerId, idNo: PERSON, nameSurname: 'İpek Işık' }
  await dealer.import({ kind: 'customer', data: customer })
  const summaryInfo = { customerId, customerName: 'İpek Işık', recordLevel: 0 }
  expect(await detail(dealer, id)).toMatchObject({ summaryInfo })

  await dealer.import({ kind: 'customer', data: { ...customer, recordLevel: 3 } })
  expect((await detail(dealer, id)).summaryInfo?.recordLevel).toBe(3)
  const nobody = await dealer.transaction()
  expect((await detail(dealer, nobody)).summaryInfo).toBeNull()
})

test('a voucher claims its transaction as a draft, and processes it when finalized', async () => {
  const dealer = await newDealer(system)
  const { api } = dealer
  const bankTransactionId = await dealer.transaction({ idNo: PERSON })
  const draft = fromBank(bankTransactionId, { isDraft: true })
  const { id: voucherId } = createdIn(await api.post('/v1/expenses', draft))
  expect(await detail(dealer, bankTransactionId)).toMatchObject({
    status: 0,
    isCheck: true,
    expenseData: {
      voucherId,
      serial: 'GP',
      number: null,
      officialNumber: null,
      isFinalized: false,
      documentMode: 'paper',
    },
  })

  await api.delete(`/v1/expenses/${voucherId}`)
  expect(await detail(dealer, bankTransactionId)).toMatchObject({
    status: 0,
    isCheck: false,
    expenseData: null,
  })

  await api.post('/v1/expenses', { ...draft, isDraft: false })
  expect(await detail(dealer, bankTransactionId)).toMatchObject({
    status: 1,
    isCheck: true,
    expenseData: { number: '1', isFinalized: true },
  })
})

test('a check shows in the sender’s transactions at once, and to clients that follow updatedAt', async () => {
  await importList(system, 'wanted', listOf({ id: 'w1', name: 'Kamber Uydurukoğlu' }))
  const dealer = await newDealer(system)
  const { api } = dealer
  const ids = [
    await dealer.transaction({ idNo: PERSON }),
    await dealer.transaction({ idNo: PERSON }),
  ]
  const other = await dealer.transaction({ idNo: OTHER_PERSON })
  const since = transactionsIn(await api.get(`${TRANSACTIONS}?sort=updatedAt:desc`))[0]?.updatedAt

  const made = await check(api, { idNo: PERSON, options: { pepQuery: false } })
  const changed = transactionsIn(
    await api.get(`${TRANSACTIONS}?filter[updatedSince]=${since}&sort=updatedAt:asc`),
  )
  expect(changed.map(({ id }) => id)).toEqual(ids.toSorted())
  expect(changed.map(({ masakStatus }) => masakStatus)).toEqual([1, 1])
  expect((await detail(dealer, ids[0] ?? '')).masak).toEqual({
    status: 1,
    lastQueriedAt: made.checkedAt,
    types: ['masak', 'wanted'],
    isError: false,
    data: null,
  })

  const hit = await check(api, { idNo: OTHER_PERSON, fullName: 'Kamber Uydurukoğlu' })
  expect((await detail(dealer, other)).masak).toEqual({
    status: 2,
    lastQueriedAt: hit.checkedAt,
    types: ['masak', 'wanted', 'pep'],
    isError: false,
    data: hit.matches,
  })
  const problematic = await api.get(`${TRANSACTIONS}?filter[masakStatus]=2`)
  expect(transactionsIn(problematic).map(({ id }) => id)).toEqual([other])
})

test('a panel search that says nothing of its result leaves the status as it was', async () => {
  const dealer = await newDealer(system)
  const id = await dealer.transaction({ idNo: PERSON })
  const masak = async () => (await detail(dealer, id)).masak
  const search = (data: object) =>
    dealer.import({
      kind: 'sanctionCheck',
      data: { id: recordId(), checkedAt: '2026-11-18T08:00:00Z', idNo: PERSON, ...data },
    })
  await search({})
  expect(await masak()).toEqual(notQueried)

  await search({ summary: { masakCount: 1 } })
  await search({ checkedAt: '2026-11-19T08:00:00Z', matches: {} })
  expect(await masak()).toMatchObject({ status: 2, lastQueriedAt: '2026-11-18T08:00:00.000Z' })

  await search({ checkedAt: '2026-11-19T09:00:00Z', summary: {} })
  expect(await masak()).toMatchObject({ status: 1, lastQueriedAt: '2026-11-19T09:00:00.000Z' })
})

test('one that is handed over again without its result counts no longer', async () => {
  const dealer = await newDealer(system)
  const id = await dealer.transaction({ idNo: PERSON })
  const data = { id: recordId(), checkedAt: '2026-11-18T08:00:00Z', idNo: PERSON }
  await dealer.import({ kind: 'sanctionCheck', data: { ...data, summary: {} } })
  expect((await detail(dealer, id)).masakStatus).toBe(1)

  await dealer.import({ kind: 'sanctionCheck', data })
  expect((await detail(dealer, id)).masak).toEqual(notQueried)
})

test('a transaction is found by its id in any case, and no other id is found', async () => {
  const dealer = await newDealer(system)
  const id = await dealer.transaction()
  expect((await detail(dealer, id.toUpperCase())).id).toBe(id)
  expect(refusal(await dealer.api.get(`${TRANSACTIONS}/${recordId()}`))).toEqual([
    404,
    'RESOURCE_NOT_FOUND',
    [],
  ])
  expect(refusal(await dealer.api.get(`${TRANSACTIONS}/7`))).toEqual([
    400,
    'VALIDATION_FAILED',
    [{ field: 'id', rule: 'pattern' }],
  ])
})
