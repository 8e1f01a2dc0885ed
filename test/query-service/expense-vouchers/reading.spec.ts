import { beforeAll, expect, test } from 'vitest'
import { systemForThisFile } from '#test/support/system.ts'
import { type Answer, refusal } from '#test/support/system-client.ts'
import { type Dealer, newDealer } from '#test/support/system-dealer.ts'
import {
  createdIn,
  detailIn,
  fromBank,
  listIn,
  manual,
  OTHER_PERSON,
  templateLine,
} from '#test/support/vouchers.ts'

/** A write waits as long: on a busy machine, too, the read models have it then. */
const READ_WAIT_MS = 5_000
const system = systemForThisFile({ READ_WAIT_MS: String(READ_WAIT_MS) })

let dealer: Dealer
/** By the names that the tests call them. */
const ids: Record<string, string> = {}

beforeAll(async () => {
  dealer = await newDealer(system, { eDocument: { enabled: true, environment: 'test' } })
  const transactionId = await dealer.transaction({ amount: '3000.00' })
  const create = async (name: string, data: object) => {
    ids[name] = createdIn(await dealer.api.post('/v1/expenses', data)).id
  }
  const on = (day: string, amount: number, fields: object = {}) =>
    manual({ transactionDate: `2026-11-${day}T10:00:00Z`, amount, ...fields })
  await create('first', on('01', 5_000, { nameSurname: 'Şükrü IŞIK' }))
  await create('second', on('02', 4_000, { nameSurname: 'Ayşe Çelik', idNo: OTHER_PERSON }))
  await create('draft', on('03', 9_000, { isDraft: true, nameSurname: '100%_Altın' }))
  await create('bank', fromBank(transactionId, { transactionDate: '2026-11-04T10:00:00Z' }))
  await create('given', on('05', 1_000, { serial: 'DIS', number: '12' }))
})

const names = (answer: Answer) =>
  listIn(answer).map(({ id }) => Object.keys(ids).find((name) => ids[name] === id))

const invalid = (field: string, rule: string) => [400, 'VALIDATION_FAILED', [{ field, rule }]]

test('the list shows of each voucher what its detail shows, in the order of creation', async () => {
  const answer = await dealer.api.get('/v1/expenses')

  expect(names(answer)).toEqual(['first', 'second', 'draft', 'bank', 'given'])
  expect(answer.meta).toMatchObject({ page: 1, limit: 25, total: 5, pages: 1 })
  for (const item of listIn(answer)) {
    const detail = detailIn(await dealer.api.get(`/v1/expenses/${item.id}`))
    expect(detail).toMatchObject(item)
    expect(item.updatedAt).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/)
    expect(item.updatedAt >= item.createdAt).toBe(true)
  }
})

/** What a writer gave is what a reader seeks; every filter is tried in `vouchers.spec.ts`. */
test.each([
  ['filter[idNo]', OTHER_PERSON, ['second']],
  ['filter[documentMode]', 'electronic', ['draft']],
  ['filter[source]', 'bankTransaction', ['bank']],
  ['filter[serial]', 'DIS', ['given']],
  ['filter[number]', '1', ['first']],
  ['filter[startDate]', '2026-11-05', ['given']],
  ['q', 'sukru isik', ['first']],
  ['sort', 'amount:desc', ['draft', 'first', 'second', 'bank', 'given']],
])('%s=%s finds %j', async (name, value, expected) => {
  const query = new URLSearchParams({ [name]: value }).toString()

  const answer = await dealer.api.get(`/v1/expenses?${query}`)

  expect(names(answer)).toEqual(expected)
  expect(answer.meta?.total).toBe(expected.length)
})

test.each([
  ['page=0', 'page', 'minimum'],
  ['page=-1', 'page', 'minimum'],
  ['page=1.5', 'page', 'type'],
  ['page=one', 'page', 'type'],
  ['page=1&page=2', 'page', 'type'],
  ['pageSize=0', 'pageSize', 'minimum'],
  ['pageSize=101', 'pageSize', 'maximum'],
  ['sort=idNo:asc', 'sort', 'pattern'],
  ['sort=amount:up', 'sort', 'pattern'],
  ['sort=amount&sort=createdAt', 'sort', 'type'],
  ['limit=10', 'limit', 'unknown'],
  ['filter[name]=x', 'filter[name]', 'unknown'],
  ['filter=x', 'filter', 'unknown'],
  ['__proto__=x', '__proto__', 'unknown'],
  ['constructor=x', 'constructor', 'unknown'],
  ['filter[isDraft]=yes', 'filter[isDraft]', 'type'],
  ['filter[isDraft]=1', 'filter[isDraft]', 'type'],
  ['filter[state]=unheard', 'filter[state]', 'enum'],
  ['filter[source]=cash', 'filter[source]', 'enum'],
  ['filter[documentMode]=stone', 'filter[documentMode]', 'enum'],
  ['filter[startDate]=2026-11-20T10:00', 'filter[startDate]', 'format'],
  ['filter[endDate]=2026-02-30', 'filter[endDate]', 'format'],
  ['filter[updatedSince]=yesterday', 'filter[updatedSince]', 'format'],
  ['q=a%00b', 'q', 'pattern'],
  ['q=%E0%A4%A', 'q', 'pattern'],
  ['q=%', 'q', 'pattern'],
  ['q=%ff', 'q', 'pattern'],
  [`filter[serial]=${'x'.repeat(501)}`, 'filter[serial]', 'maxLength'],
  [`page=${'9'.repeat(30)}&pageSize=100`, 'page', 'maximum'],
  ['q=&page=', 'page', 'type'],
  ['&&&=', '', 'unknown'],
])('%s is refused as the contract says', async (query, field, rule) => {
  expect(refusal(await dealer.api.get(`/v1/expenses?${query}`))).toEqual(invalid(field, rule))
})

test('an unusual text is sought like any other', async () => {
  const found = await dealer.api.get('/v1/expenses?filter[idNo]=%F0%9F%92%8D')
  expect(found.meta?.total).toBe(0)
})

test('one voucher takes no query parameters', async () => {
  const answer = await dealer.api.get(`/v1/expenses/${ids['first']}?full=true`)

  expect(refusal(answer)).toEqual(invalid('full', 'unknown'))
})

test('templates are those that vouchers can be made from, with the prices of the day', async () => {
  const shop = await newDealer(system)
  await shop.import(
    ...['invoice', 'passive'].map((statusType) => templateLine({ statusType, key: statusType })),
    templateLine({ deleted: true, key: 'deleted' }),
    templateLine({
      statusType: 'expense',
      material: 'silver',
      type: 'auto',
      key: 'gumus',
      order: 9,
    }),
  )

  const answer = await shop.api.get('/v1/expenses/templates')

  expect(answer.meta).toMatchObject({ page: 1, limit: 25, total: 4, pages: 1 })
  expect(answer.data).toEqual([
    {
      key: 'has-altin',
      title: 'Has altın alışı',
      lineName: 'Has Altın',
      material: 'gold',
      unitType: 'GRM',
      type: 'normal',
      statusType: 'expense',
      isDefault: true,
      order: 1,
      exchange: 5312.8,
    },
    expect.objectContaining({ key: 'hurda-22', statusType: 'all', isDefault: false, order: 2 }),
    expect.objectContaining({ key: 'platin', exchange: 0 }),
    expect.objectContaining({ key: 'gumus', type: 'auto', exchange: 72.5 }),
  ])
})
