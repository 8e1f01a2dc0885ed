import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  type BankTransactionEvent,
  bankTransactionEvents,
} from '#kernel/events/bank-transaction.ts'
import { type ExpenseVoucherEvent, expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { dealerForThisFile } from '#test/projections/dealer.ts'
import {
  draftDeleted,
  finalizationRequested,
  transactionRecorded,
  voucherAbandoned,
  voucherDrafted,
  voucherFinalized,
} from '#test/projections/samples.ts'
import { differences } from '#test/support/read-model-fold.ts'

const TRANSACTION = 'b'.repeat(24)
const VOUCHER = 'f'.repeat(24)

const draftedFromTransaction = voucherDrafted({
  source: 'bankTransaction',
  bankTransactionId: TRANSACTION,
})

const files = dealerForThisFile()

/** A company whose bank has told of one transaction. */
async function companyWithTransaction(status = 0) {
  const company = newCompany()
  await company.records(transactionRecorded({ status }))
  return company
}

function newCompany() {
  const companyId = randomBytes(12).toString('hex')
  const dealer = files.now
  async function shown(columns: string, table: string) {
    expect(await differences(dealer)).toEqual([])
    const query = `select ${columns} from read_model.${table} where company_id = $1`
    return (await dealer.rows(query, [companyId]))[0]
  }
  return {
    records: (event: BankTransactionEvent) =>
      dealer.write(bankTransactionEvents, `${companyId}${event.data.transactionId}`, event, {
        companyId,
      }),
    async happens(...events: readonly ExpenseVoucherEvent[]) {
      for (const event of events) {
        const stream = `${companyId}${event.data.voucherId}`
        await dealer.write(expenseVoucherEvents, stream, event, { companyId })
      }
    },
    shown,
    transaction: () => shown('status, is_check, voucher_id', 'bank_transaction'),
    voucher: () => shown('visible, is_draft, is_finalized, number, print_date', 'expense_voucher'),
  }
}

test('a draft is shown, and takes its bank transaction', async () => {
  const company = await companyWithTransaction()
  expect(await company.transaction()).toEqual({ status: 0, is_check: false, voucher_id: null })
  await company.happens(draftedFromTransaction)
  expect(await company.transaction()).toEqual({ status: 0, is_check: true, voucher_id: VOUCHER })
  expect(await company.voucher()).toEqual({
    visible: true,
    is_draft: true,
    is_finalized: false,
    number: null,
    print_date: null,
  })
})

test('a voucher is shown before its number and its finalization', async () => {
  const company = await companyWithTransaction()
  await company.happens(draftedFromTransaction, finalizationRequested())
  expect(await company.voucher()).toMatchObject({ visible: true, is_finalized: false })
  expect(await company.transaction()).toMatchObject({ status: 0, is_check: true })
  await company.happens(voucherFinalized({ bankTransactionId: TRANSACTION }))
  expect(await company.voucher()).toEqual({
    visible: true,
    is_draft: false,
    is_finalized: true,
    number: '17',
    print_date: new Date('2026-11-20T09:00:00.250Z'),
  })
  expect(await company.transaction()).toEqual({ status: 1, is_check: true, voucher_id: VOUCHER })
})

test.each([0, 2])(
  'a deleted draft is hidden and releases its transaction at %i',
  async (status) => {
    const company = await companyWithTransaction(status)
    await company.happens(draftedFromTransaction, draftDeleted(VOUCHER, TRANSACTION))
    expect(await company.voucher()).toMatchObject({ visible: false })
    expect(await company.transaction()).toEqual({ status, is_check: false, voucher_id: null })
  },
)

test('a voucher whose number was taken releases its transaction', async () => {
  const company = await companyWithTransaction()
  const second = '2'.repeat(24)
  await company.happens(draftedFromTransaction, finalizationRequested(), voucherAbandoned())
  expect(await company.voucher()).toMatchObject({ visible: false })
  expect(await company.transaction()).toMatchObject({ is_check: false })
  const again = voucherDrafted({ bankTransactionId: TRANSACTION, voucherId: second })
  await company.happens(again, voucherFinalized({ voucherId: second }))
  expect(await company.transaction()).toEqual({ status: 1, is_check: true, voucher_id: second })
})

test('a voucher that was never created leaves no row', async () => {
  const company = await companyWithTransaction()
  await company.happens(voucherAbandoned(VOUCHER, 'neverCreated'))
  expect(await company.voucher()).toBeUndefined()
})

test('recording a transaction again does not free it from its voucher', async () => {
  const company = await companyWithTransaction()
  await company.happens(draftedFromTransaction, voucherFinalized())
  await company.records(transactionRecorded({ amount: '7.5', status: 2 }))
  expect(await company.transaction()).toEqual({ status: 1, is_check: true, voucher_id: VOUCHER })
  expect(await company.shown('amount, recorded_status', 'bank_transaction')).toEqual({
    amount: '7.5',
    recorded_status: 2,
  })
})

test('a transaction recorded after its voucher is shown as claimed', async () => {
  const company = newCompany()
  await company.happens(draftedFromTransaction)
  await company.records(transactionRecorded())
  expect(await company.transaction()).toEqual({ status: 0, is_check: true, voucher_id: VOUCHER })
})

test('each event of a voucher moves the updatedAt of its row and of its transaction', async () => {
  const company = await companyWithTransaction()
  const updates: unknown[] = []
  const steps = [draftedFromTransaction, finalizationRequested(), voucherFinalized()]
  for (const event of steps) {
    await company.happens(event)
    updates.push([
      await company.shown('updated_at, created_at', 'expense_voucher'),
      await company.shown('updated_at', 'bank_transaction'),
    ])
  }
  const at = (micros: number) => `1795167900${micros}`
  const created_at = at(123456)
  expect(updates).toEqual([
    [{ updated_at: at(123456), created_at }, { updated_at: at(123457) }],
    [{ updated_at: at(123457), created_at }, { updated_at: at(123457) }],
    [{ updated_at: at(123458), created_at }, { updated_at: at(123458) }],
  ])
})
