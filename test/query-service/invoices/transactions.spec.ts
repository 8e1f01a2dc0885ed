import { beforeAll, expect, test } from 'vitest'
import { DEALER, idOf, MOMENT, NEIGHBOUR } from '#test/query-service/rows.ts'
import { queryServiceForThisFile } from '#test/query-service/service.ts'
import { faultsOfAnswer } from '#test/support/published.ts'
import { invoiceRow, keptDraft, uuidOf } from './rows.ts'

const service = queryServiceForThisFile()

const transactionRow = (number: number, changes: object = {}) => ({
  company_id: DEALER,
  id: idOf(100 + number),
  account_id: idOf(900),
  stamp: `stamp-${number}`,
  incoming: true,
  transaction_date: '2026-11-20T09:00:00Z',
  amount: '100000',
  currency: 'TRY',
  name_folded: '',
  status: 0,
  recorded_status: 0,
  masak_status: 0,
  is_check: false,
  invoice_id: idOf(number),
  created_date: '2026-11-20T09:00:00Z',
  updated_at: String(MOMENT + BigInt(number)),
  ...changes,
})

beforeAll(async () => {
  await service.add('invoice', [
    invoiceRow(1, { company_id: NEIGHBOUR, invoice_number: 'NBR2026000000001' }),
    invoiceRow(1),
    invoiceRow(2, { cancelled_at: '2026-11-21T08:00:00Z' }),
    invoiceRow(3, keptDraft),
    invoiceRow(4, { ...keptDraft, is_draft: false, stage: 'unknown', integrator: null }),
  ])
  await service.add(
    'bank_transaction',
    [1, 2, 3, 4, 5].map((number) => transactionRow(number, number < 5 ? {} : { invoice_id: null })),
  )
})

test.each([
  [1, 'ABC2026000000001', 'issued', 'Uydurma Entegratör'],
  [2, 'ABC2026000000002', 'cancelled', 'Uydurma Entegratör'],
  [3, null, 'draft', 'Uydurma Entegratör'],
  [4, null, 'pending', null],
])(
  'a transaction shows the invoice that uses it: %i, %s, %s',
  async (number, invoiceNumber, status, integrator) => {
    const answer = await service.get(`/v1/bank-transactions/${idOf(100 + number)}`)

    expect(answer.body).toMatchObject({
      data: {
        invoiceNumber,
        isCheck: false,
        expenseData: null,
        invoiceInfo: {
          invoiceId: idOf(number),
          uuid: uuidOf(number),
          invoiceNumber,
          status,
          integrator,
        },
      },
    })
    const place = { method: 'GET', path: '/v1/bank-transactions/{id}' }
    expect(faultsOfAnswer(place, 200, answer.body)).toEqual([])
  },
)

test('a transaction without an invoice shows none', async () => {
  const { body } = await service.get(`/v1/bank-transactions/${idOf(105)}`)

  expect(body).toMatchObject({ data: { invoiceNumber: null, invoiceInfo: null } })
})

test('the list of transactions shows the invoices’ numbers', async () => {
  const { body } = await service.get('/v1/bank-transactions?sort=updatedAt')

  expect(body).toMatchObject({
    data: ['ABC2026000000001', 'ABC2026000000002', null, null, null].map((invoiceNumber) => ({
      invoiceNumber,
    })),
    meta: { total: 5 },
  })
})
