import { beforeAll, expect, test } from 'vitest'
import { faultsOfAnswer } from '#test/support/published.ts'
import { DEALER, electronicDraft, idOf, MOMENT, NEIGHBOUR, voucherRow } from '../rows.ts'
import { idsIn, queryServiceForThisFile, totalOf } from '../service.ts'

const service = queryServiceForThisFile()
const ids = (...numbers: readonly number[]) => numbers.map(idOf)
const list = (query = '') => service.get(`/v1/expenses${query}`)

beforeAll(() =>
  service.add('expense_voucher', [
    voucherRow(1, { transaction_date: '2026-11-01T00:00:00Z', amount: '300.00' }),
    voucherRow(2, {
      ...electronicDraft,
      transaction_date: '2026-11-02T10:00:00Z',
      amount: '100.10',
      id_no: '39586528950',
      name: 'İğdır %100_Altın',
      name_folded: 'igdir %100_altin',
    }),
    voucherRow(3, {
      source: 'bankTransaction',
      bank_transaction_id: idOf(700),
      transaction_date: '2026-11-03T10:00:00.500Z',
      amount: '100.10',
      serial: 'ÖZ',
      number: '0042',
      created_at: String(MOMENT - 1_000_000n),
      updated_at: String(MOMENT + 500_000n),
    }),
    voucherRow(4, {
      lifecycle: 'deleted',
      visible: false,
      is_draft: true,
      number: null,
      left_at: String(MOMENT + 44n),
      updated_at: String(MOMENT + 45n),
    }),
    voucherRow(5, { company_id: NEIGHBOUR, name: 'Ayşe', id_no: '4840847211', serial: 'NB' }),
  ]),
)

test('a list shows the company’s vouchers, oldest first', async () => {
  const answer = await list()

  expect(answer.status).toBe(200)
  expect(idsIn(answer)).toEqual(ids(3, 1, 2))
  expect(answer.body).toMatchObject({
    success: true,
    meta: { page: 1, limit: 25, total: 3, pages: 1, requestId: answer.headers.get('x-request-id') },
  })
  expect(faultsOfAnswer({ method: 'GET', path: '/v1/expenses' }, 200, answer.body)).toEqual([])
})

test('an item has every documented field, numbers as numbers and dates in UTC', async () => {
  const { body } = await list(`?q=39586528950`)

  expect(body).toMatchObject({
    data: [
      {
        id: idOf(2),
        source: 'manual',
        sourceId: null,
        isDraft: true,
        isFinalized: false,
        printDate: null,
        serial: 'GP',
        number: null,
        amount: 100.1,
        quantity: 12.34,
        price: 5312.8,
        unitName: 'Gram',
        attribute: 'Has altın',
        template: { key: 'gold-bullion', title: 'Külçe altın' },
        customer: { taxNumber: '39586528950', name: 'İğdır %100_Altın' },
        idNo: '39586528950',
        transactionDate: '2026-11-02T10:00:00.000Z',
        documentMode: 'electronic',
        state: 'draft',
        createdAt: '2026-11-20T09:45:00.000002Z',
        updatedAt: '2026-11-20T09:45:00.000002Z',
      },
    ],
  })
})

test('a deleted draft is listed on request, without data of the seller, and has no detail', async () => {
  const answer = await list('?filter[includeDeleted]=true&sort=updatedAt:desc&pageSize=2')

  expect(totalOf(answer)).toBe(4)
  expect(answer.body).toMatchObject({
    data: [
      { id: idOf(3), idNo: '10000000146', deletedAt: null },
      {
        id: idOf(4),
        idNo: null,
        customer: { taxNumber: null, name: null },
        amount: 65_559.95,
        isDraft: true,
        deletedAt: '2026-11-20T09:45:00.000044Z',
        updatedAt: '2026-11-20T09:45:00.000045Z',
      },
    ],
  })
  expect(faultsOfAnswer({ method: 'GET', path: '/v1/expenses' }, 200, answer.body)).toEqual([])
  expect((await list(`/${idOf(4)}?`)).status).toBe(404)
})

test.each<[query: string, found: number[]]>([
  ['filter[idNo]=39586528950', [2]],
  ['filter[idNo]=39586528', []],
  ['filter[isDraft]=true', [2]],
  ['filter[isDraft]=false', [3, 1]],
  ['filter[isFinalized]=true', [3, 1]],
  ['filter[isFinalized]=false', [2]],
  ['filter[documentMode]=electronic', [2]],
  ['filter[documentMode]=paper', [3, 1]],
  ['filter[state]=draft', [2]],
  ['filter[state]=sent', []],
  ['filter[source]=bankTransaction', [3]],
  ['filter[source]=manual', [1, 2]],
  ['filter[serial]=ÖZ', [3]],
  ['filter[serial]=öz', []],
  ['filter[number]=0042', [3]],
  ['filter[number]=42', []],
  ['filter[startDate]=2026-11-02T10:00:00Z', [3, 2]],
  ['filter[startDate]=2026-11-02T10:00:00.001Z', [3]],
  ['filter[endDate]=2026-11-02T10:00:00Z', [1, 2]],
  ['filter[endDate]=2026-11-02T12:59:59%2B03:00', [1]],
  ['filter[startDate]=2026-11-02&filter[endDate]=2026-11-03', [2]],
  ['filter[updatedSince]=2026-11-20T09:45:00.000001Z', [3, 2]],
  ['filter[updatedSince]=2026-11-20T09:45:00.0000019Z', [3, 2]],
  ['filter[updatedSince]=2026-11-20T09:45:00.000002Z', [3]],
  ['filter[updatedSince]=2026-11-20T12:45:00.499999%2B03:00', [3]],
  ['filter[updatedSince]=2026-11-20T09:45:00.500000Z', []],
  ['filter[updatedSince]=2026-11-21', []],
  ['q=39586528950', [2]],
  ['q=395', []],
  ['q=IĞDIR', [2]],
  ['q=iğd', [2]],
  ['q=ALTİN', [2]],
  ['q=%25', [2]],
  ['q=0_a', [2]],
  ['q=ayse', [3, 1]],
  ['q=Ay_e', []],
  ['q=\\', []],
  ['filter[isDraft]=false&filter[source]=manual&q=yilmaz', [1]],
])('%s', async (query, found) => {
  const answer = await list(`?${query}`)

  expect([answer.status, idsIn(answer), totalOf(answer)]).toEqual([
    200,
    ids(...found),
    found.length,
  ])
})

test.each<[sort: string, sorted: number[]]>([
  ['createdAt', [3, 1, 2]],
  ['createdAt:desc', [2, 1, 3]],
  ['updatedAt', [1, 2, 3]],
  ['updatedAt:desc', [3, 2, 1]],
  ['transactionDate:asc', [1, 2, 3]],
  ['transactionDate:desc', [3, 2, 1]],
  ['amount', [2, 3, 1]],
  ['amount:desc', [1, 3, 2]],
])('sorted by %s, ties by id in the same direction', async (sort, sorted) => {
  expect(idsIn(await list(`?sort=${sort}`))).toEqual(ids(...sorted))
})

test('a detail has all fields of the item and more', async () => {
  const answer = await service.get(`/v1/expenses/${idOf(3).toUpperCase()}`)

  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({
    data: {
      id: idOf(3),
      source: 'bankTransaction',
      sourceId: idOf(700),
      isDraft: false,
      printDate: '2026-11-20T09:45:00.123Z',
      exchanges: 5312.8,
      description: null,
      isSwap: null,
      customer: { taxNumber: '10000000146', city: 'İstanbul', webSite: null, country: 'Türkiye' },
      eDocument: null,
      updatedAt: '2026-11-20T09:45:00.500000Z',
    },
  })
  const place = { method: 'GET', path: '/v1/expenses/{id}' }
  expect(faultsOfAnswer(place, 200, answer.body)).toEqual([])
})

test('an electronic draft shows the state of its document', async () => {
  const answer = await service.get(`/v1/expenses/${idOf(2)}`)

  expect(answer.body).toMatchObject({
    data: {
      documentMode: 'electronic',
      state: 'draft',
      eDocument: { environment: 'test', state: 'draft', uuid: null, providerStatus: 'unknown' },
    },
  })
  const place = { method: 'GET', path: '/v1/expenses/{id}' }
  expect(faultsOfAnswer(place, 200, answer.body)).toEqual([])
})

test('unknown, deleted and other companies’ vouchers get the same response', async () => {
  const answers = await Promise.all(
    [9, 4, 5].map((number) => service.get(`/v1/expenses/${idOf(number)}`)),
  )

  for (const { status, body } of answers) {
    expect(status).toBe(404)
    expect(body).toMatchObject({
      error: { code: 'RESOURCE_NOT_FOUND', message: 'No such expense voucher.', details: [] },
    })
    const place = { method: 'GET', path: '/v1/expenses/{id}' }
    expect(faultsOfAnswer(place, 404, body)).toEqual([])
  }
})

test.each(['', '?q=4840847211', '?q=Ayşe', '?filter[serial]=NB', '?filter[idNo]=4840847211'])(
  'another company’s vouchers are hidden: %s',
  async (query) => {
    const own = await service.get(`/v1/expenses${query}`, { as: NEIGHBOUR })
    const other = await service.get(`/v1/expenses${query}`, { as: DEALER })

    expect(idsIn(own)).toEqual(ids(5))
    expect(idsIn(other)).not.toContain(idOf(5))
  },
)

test('all faults are reported at once', async () => {
  const answer = await list('?page=0&sort=idNo&filter[state]=x&filter[y]=1&pageSize=5&pageSize=6')

  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({
    success: false,
    error: {
      code: 'VALIDATION_FAILED',
      details: expect.arrayContaining([
        { field: 'page', rule: 'minimum' },
        { field: 'sort', rule: 'pattern' },
        { field: 'filter[state]', rule: 'enum' },
        { field: 'filter[y]', rule: 'unknown' },
        { field: 'pageSize', rule: 'type' },
      ]),
    },
    traceId: answer.headers.get('x-request-id'),
  })
  expect(faultsOfAnswer({ method: 'GET', path: '/v1/expenses' }, 400, answer.body)).toEqual([])
})
