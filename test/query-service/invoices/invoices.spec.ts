import { beforeAll, expect, test } from 'vitest'
import { DEALER, idOf, MOMENT, NEIGHBOUR } from '#test/query-service/rows.ts'
import { idsIn, queryServiceForThisFile, totalOf } from '#test/query-service/service.ts'
import { faultsOfAnswer } from '#test/support/published.ts'
import { invoiceRow, keptDraft, uuidOf } from './rows.ts'

const service = queryServiceForThisFile()
const ids = (...numbers: readonly number[]) => numbers.map(idOf)
const list = (query = '') => service.get(`/v1/invoices${query}`)
const listed = { method: 'GET', path: '/v1/invoices' }
const detailed = { method: 'GET', path: '/v1/invoices/{id}' }

beforeAll(() =>
  service.add('invoice', [
    invoiceRow(1, { transaction_date: '2026-11-03T10:00:00.500Z' }),
    invoiceRow(2, {
      transaction_date: '2026-11-02T10:00:00Z',
      invoice_type: 'SATIS',
      integrator: null,
      payable_total: '100.10',
      id_no: '4840847211',
      name: 'İğdır %100_Altın A.Ş.',
      name_folded: 'igdir %100_altin a.s.',
      cancelled_at: '2026-11-21T08:00:00Z',
      updated_at: String(MOMENT + 500_000n),
    }),
    invoiceRow(3, {
      source: 'bankTransaction',
      bank_transaction_id: idOf(700),
      transaction_date: '2026-11-01T00:00:00Z',
      payable_total: '100.10',
      invoice_number: null,
      created_at: String(MOMENT - 1_000_000n),
    }),
    invoiceRow(4, keptDraft),
    invoiceRow(5, { ...keptDraft, stage: 'unknown', is_draft: false }),
    invoiceRow(6, { ...keptDraft, stage: 'ended' }),
    invoiceRow(7, { company_id: NEIGHBOUR, name: 'Ayşe', id_no: '39586528950' }),
  ]),
)

test('a list shows what the company has issued, by the invoices’ dates, and no drafts', async () => {
  const answer = await list()

  expect(answer.status).toBe(200)
  expect(idsIn(answer)).toEqual(ids(3, 2, 1))
  expect(answer.body).toMatchObject({
    success: true,
    meta: { page: 1, limit: 25, total: 3, pages: 1, requestId: answer.headers.get('x-request-id') },
  })
  expect(faultsOfAnswer(listed, 200, answer.body)).toEqual([])
})

test('an item has every documented field, and no other', async () => {
  const { body } = await list('?filter[invoiceNumber]=ABC2026000000001')

  expect(body).toMatchObject({ data: [item] })
})

const item = {
  id: idOf(1),
  transactionDate: '2026-11-03T10:00:00.500Z',
  invoiceNumber: 'ABC2026000000001',
  invoiceType: 'OZELMATRAH',
  integrator: 'Uydurma Entegratör',
  invoiceStatus: 'issued',
  linesTotal: 99_981.4,
  kdvTotal: 18.6,
  allowanceTotal: 0,
  payableTotal: 100_000,
  customer: { taxNumber: '10000000146', name: 'Ayşe Işık' },
  idNo: '10000000146',
  module: 'manual',
  createdAt: '2026-11-20T09:45:00.000001Z',
  updatedAt: '2026-11-20T09:45:00.000001Z',
}

test('a cancelled invoice stays in the list, marked as cancelled', async () => {
  expect((await list('?filter[idNo]=4840847211')).body).toMatchObject({
    data: [{ id: idOf(2), invoiceStatus: 'cancelled', integrator: null }],
  })
})

test.each<[query: string, found: number[]]>([
  ['filter[idNo]=4840847211', [2]],
  ['filter[idNo]=484084721', []],
  ['filter[invoiceNumber]=ABC2026000000002', [2]],
  ['filter[invoiceNumber]=abc2026000000002', []],
  ['filter[invoiceNumber]=ABC2026000000004', []],
  ['filter[type]=SATIS', [2]],
  ['filter[type]=OZELMATRAH', [3, 1]],
  ['filter[type]=ISTISNA', []],
  ['filter[integrator]=Uydurma Entegratör', [3, 1]],
  ['filter[integrator]=Uydurma', []],
  ['filter[module]=bankTransaction', [3]],
  ['filter[module]=manual', [2, 1]],
  ['filter[startDate]=2026-11-02T10:00:00Z', [2, 1]],
  ['filter[startDate]=2026-11-02T10:00:00.001Z', [1]],
  ['filter[endDate]=2026-11-02T10:00:00Z', [3, 2]],
  ['filter[endDate]=2026-11-02T12:59:59%2B03:00', [3]],
  ['filter[startDate]=2026-11-02&filter[endDate]=2026-11-03', [2]],
  ['filter[updatedSince]=2026-11-20T09:45:00.000001Z', [3, 2]],
  ['filter[updatedSince]=2026-11-20T09:45:00.000003Z', [2]],
  ['filter[updatedSince]=2026-11-20T12:45:00.499999%2B03:00', [2]],
  ['filter[updatedSince]=2026-11-20T09:45:00.500000Z', []],
  ['q=4840847211', [2]],
  ['q=484', []],
  ['q=IĞDIR', [2]],
  ['q=ALTİN', [2]],
  ['q=%25', [2]],
  ['q=0_a', [2]],
  ['q=AYŞE ışık', [3, 1]],
  ['q=Ay_e', []],
  ['filter[module]=manual&filter[type]=OZELMATRAH&q=ayse', [1]],
])('%s', async (query, found) => {
  const answer = await list(`?${query}`)

  expect([answer.status, idsIn(answer), totalOf(answer)]).toEqual([
    200,
    ids(...found),
    found.length,
  ])
})

test.each<[sort: string, sorted: number[]]>([
  ['transactionDate', [3, 2, 1]],
  ['transactionDate:desc', [1, 2, 3]],
  ['createdAt', [3, 1, 2]],
  ['createdAt:desc', [2, 1, 3]],
  ['updatedAt:asc', [1, 3, 2]],
  ['updatedAt:desc', [2, 3, 1]],
  ['payableTotal', [2, 3, 1]],
  ['payableTotal:desc', [1, 3, 2]],
])('sorted by %s, ties by id in the same direction', async (sort, sorted) => {
  expect(idsIn(await list(`?sort=${sort}`))).toEqual(ids(...sorted))
})

test('a detail has the whole customer, what the integrator knows, and the lines', async () => {
  const answer = await service.get(`/v1/invoices/${idOf(1).toUpperCase()}`)

  expect(answer.status).toBe(200)
  expect(faultsOfAnswer(detailed, 200, answer.body)).toEqual([])
  expect(answer.body).toMatchObject({
    data: {
      ...item,
      customer: {
        taxNumber: '10000000146',
        name: 'Ayşe Işık',
        taxOffice: 'Kadıköy',
        address: 'Bahariye Cd. 1',
        district: 'Kadıköy',
        city: 'İstanbul',
        phone: '905321234567',
        mail: 'ayse@example.com',
        webSite: 'https://example.com',
        country: 'Türkiye',
      },
      invoiceInfo: {
        integrator: 'Uydurma Entegratör',
        type: 'OZELMATRAH',
        uuid: uuidOf(1),
        invoiceNumber: 'ABC2026000000001',
        status: 'issued',
      },
      lines: [
        {
          name: '22 Ayar Bilezik',
          quantity: 18.5,
          unitType: 'GRM',
          stockCode: 'BLZ22',
          price: 5404.4,
          amount: 99_981.4,
          lineTotal: 100_000,
          kdvPercent: 20,
          kdvTotal: 18.6,
          allowancePrice: 0,
          allowanceTotal: 0,
          ozelMatrahTotal: 99_888.4,
          isExtra: false,
          isDefault: true,
          isLabor: false,
        },
        { name: 'İşçilik', stockCode: null, isLabor: true },
      ],
    },
  })
})

test('a cancelled invoice, and one with an unknown number, have a detail too', async () => {
  const cancelled = await service.get(`/v1/invoices/${idOf(2)}`)
  const unnumbered = await service.get(`/v1/invoices/${idOf(3)}`)

  expect(cancelled.body).toMatchObject({
    data: {
      invoiceStatus: 'cancelled',
      invoiceInfo: { type: 'SATIS', integrator: null, status: 'cancelled' },
    },
  })
  expect(unnumbered.body).toMatchObject({
    data: { invoiceNumber: null, module: 'bankTransaction', invoiceInfo: { invoiceNumber: null } },
  })
  for (const { body } of [cancelled, unnumbered]) {
    expect(faultsOfAnswer(detailed, 200, body)).toEqual([])
  }
})

test('unknown, open, refused and other companies’ invoices, and drafts, get the same response', async () => {
  const answers = await Promise.all(
    [9, 4, 5, 6, 7].map((number) => service.get(`/v1/invoices/${idOf(number)}`)),
  )

  for (const { status, body } of answers) {
    expect(status).toBe(404)
    expect(body).toMatchObject({
      error: { code: 'RESOURCE_NOT_FOUND', message: 'No such invoice.', details: [] },
    })
    expect(faultsOfAnswer(detailed, 404, body)).toEqual([])
  }
})

test.each(['', '?q=39586528950', '?q=Ayşe', '?filter[invoiceNumber]=ABC2026000000007'])(
  'another company’s invoices are hidden: %s',
  async (query) => {
    const own = await service.get(`/v1/invoices${query}`, { as: NEIGHBOUR })
    const other = await service.get(`/v1/invoices${query}`, { as: DEALER })

    expect(idsIn(own)).toEqual(ids(7))
    expect(idsIn(other)).not.toContain(idOf(7))
  },
)

test.each([
  ['sort=amount', 'sort', 'pattern'],
  ['sort=transactionDate:down', 'sort', 'pattern'],
  ['page=0', 'page', 'minimum'],
  ['pageSize=101', 'pageSize', 'maximum'],
  ['filter[type]=OTOMATIK', 'filter[type]', 'enum'],
  ['filter[module]=panel', 'filter[module]', 'enum'],
  ['filter[startDate]=yesterday', 'filter[startDate]', 'format'],
  ['filter[endDate]=2026-02-30', 'filter[endDate]', 'format'],
  ['filter[updatedSince]=2026-11-20T09:45', 'filter[updatedSince]', 'format'],
  ['filter[invoiceStatus]=issued', 'filter[invoiceStatus]', 'unknown'],
  ['filter[type]=SATIS&filter[type]=ISTISNA', 'filter[type]', 'type'],
])('%s is refused', async (query, field, rule) => {
  const { status, body } = await list(`?${query}`)

  expect(status).toBe(400)
  expect(body).toMatchObject({ error: { code: 'VALIDATION_FAILED', details: [{ field, rule }] } })
  expect(faultsOfAnswer(listed, 400, body)).toEqual([])
})
