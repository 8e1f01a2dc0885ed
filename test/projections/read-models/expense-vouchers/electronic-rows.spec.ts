import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { bankTransactionEvents } from '#kernel/events/bank-transaction.ts'
import { type ExpenseVoucherEvent, expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { dealerForThisFile, dealerForThisTest } from '#test/projections/dealer.ts'
import {
  draftDeleted,
  transactionRecorded,
  voucherDrafted,
  voucherFinalized,
} from '#test/projections/samples.ts'
import { electronicVoucherEvents, UUID } from '#test/support/electronic-voucher-events.ts'
import { differences } from '#test/support/read-model-fold.ts'

const TRANSACTION = 'b'.repeat(24)
const VOUCHER = 'f'.repeat(24)

const happens = electronicVoucherEvents(VOUCHER)
const drafted = voucherDrafted({
  source: 'bankTransaction',
  bankTransactionId: TRANSACTION,
  documentMode: 'electronic',
  environment: 'test',
})
const prepared = [drafted, happens('PreparationStarted'), happens('VoucherPrepared')]
const waiting = [...prepared, happens('SmsRequested'), happens('SmsSent')]
const dispatching = [...waiting, happens('SubmissionStarted')]
const accepted = [...dispatching, happens('ProviderAccepted')]

const files = dealerForThisFile()

/** A company to which all this happened; one look for each of the columns. */
async function afterwards(...events: readonly ExpenseVoucherEvent[]) {
  const dealer = files.now
  const companyId = randomBytes(12).toString('hex')
  const write = (event: ExpenseVoucherEvent) =>
    dealer.write(expenseVoucherEvents, `${companyId}${event.data.voucherId}`, event, { companyId })
  const recorded = transactionRecorded({ transactionId: TRANSACTION })
  await dealer.write(bankTransactionEvents, `${companyId}${TRANSACTION}`, recorded, { companyId })
  for (const event of events) await write(event)
  async function shown(table: string, columns: string) {
    expect(await differences(dealer)).toEqual([])
    const query = `select ${columns} from read_model.${table} where company_id = $1`
    return (await dealer.rows(query, [companyId]))[0]
  }
  return {
    next: write,
    voucher: (columns: string) => shown('expense_voucher', columns),
    transaction: (columns: string) => shown('bank_transaction', columns),
  }
}

test('until it is prepared, an electronic draft has an environment and a state', async () => {
  const { voucher } = await afterwards(drafted)

  expect(await voucher('visible, environment, state, provider_status, uuid, frozen_at')).toEqual({
    visible: true,
    environment: 'test',
    state: 'draft',
    provider_status: 'unknown',
    uuid: null,
    frozen_at: null,
  })
})

test('preparing locks the phone and gives the document its id', async () => {
  const { voucher } = await afterwards(...prepared)

  expect(await voucher('state, uuid, document_phone, frozen_at, prepared_at')).toEqual({
    state: 'prepared',
    uuid: UUID,
    document_phone: '905321234567',
    frozen_at: new Date('2026-11-20T10:00:01.000Z'),
    prepared_at: new Date('2026-11-20T10:00:02.500Z'),
  })
})

test('an accepted voucher stays visible as a draft, with its official number', async () => {
  const { voucher } = await afterwards(...accepted)
  const columns = 'visible, is_draft, is_finalized, number, official_number, state, accepted_at'

  expect(await voucher(columns)).toEqual({
    visible: true,
    is_draft: true,
    is_finalized: false,
    number: null,
    official_number: 'GPE2026000000042',
    state: 'provider_accepted',
    accepted_at: new Date('2026-11-20T10:00:13.123Z'),
  })
})

test('once completed, it has a local number and a print date, and its transaction is processed', async () => {
  const { voucher, transaction } = await afterwards(...accepted, voucherFinalized())
  const columns = 'lifecycle, is_draft, is_finalized, number, print_date, state, finalized_at'
  const printDate = new Date('2026-11-20T09:00:00.250Z')

  expect(await voucher(columns)).toEqual({
    lifecycle: 'finalized',
    is_draft: false,
    is_finalized: true,
    number: '17',
    print_date: printDate,
    state: 'sent',
    finalized_at: printDate,
  })
  expect(await transaction('status, voucher_id')).toEqual({ status: 1, voucher_id: VOUCHER })
})

test.each([
  ['the outcome of the submission is unknown', happens('SubmissionUnknown'), 'TIMEOUT'],
  [
    'it is official, but its account is passive',
    happens('LocalCompletionFailed'),
    'BANK_ACCOUNT_INACTIVE',
  ],
])('it waits for a review when %s', async (_why, event, errorCode) => {
  const { voucher, transaction } = await afterwards(...dispatching, event)

  expect(await voucher('visible, is_finalized, state, error_code')).toEqual({
    visible: true,
    is_finalized: false,
    state: 'review_required',
    error_code: errorCode,
  })
  expect(await transaction('is_check, status')).toEqual({ is_check: true, status: 0 })
})

test('a voucher stays visible during its deletion, and is hidden afterwards', async () => {
  const company = await afterwards(
    ...prepared,
    happens('DeletionStarted'),
    happens('DeletionUnknown'),
  )
  expect(await company.voucher('visible, state, error_code')).toEqual({
    visible: true,
    state: 'deleting',
    error_code: 'TIMEOUT',
  })

  await company.next(draftDeleted(VOUCHER, TRANSACTION))

  expect(await company.voucher('visible')).toEqual({ visible: false })
  expect(await company.transaction('is_check, voucher_id')).toEqual({
    is_check: false,
    voucher_id: null,
  })
})

test('after a refusal a new document begins, and the wait for the next SMS continues', async () => {
  const refused = [...waiting, happens('SubmissionStarted'), happens('SubmissionRefused')]
  const another = electronicVoucherEvents(VOUCHER, 'another-uuid')
  const { voucher } = await afterwards(...refused, another('PreparationStarted'))

  expect(await voucher('state, uuid, prepared_at, sms_sent_at, sms_retry_at, error_code')).toEqual({
    state: 'preparing',
    uuid: 'another-uuid',
    prepared_at: null,
    sms_sent_at: null,
    sms_retry_at: new Date('2026-11-20T10:00:59Z'),
    error_code: null,
  })
})

test('a late answer changes only updatedAt', async () => {
  const company = await afterwards(...dispatching, happens('SubmissionRefused'))
  const before = await company.voucher('state, official_number, error_code, updated_at')
  await company.next(happens('LateAnswerReceived'))
  const after = await company.voucher('state, official_number, error_code, updated_at')

  expect(after).toEqual({ ...before, updated_at: expect.any(String) })
  expect(after?.['updated_at']).not.toBe(before?.['updated_at'])
})

test('every step moves updatedAt of the voucher, and of its transaction if that shows it', async () => {
  const company = await afterwards(drafted)
  const moved: Record<string, readonly boolean[]> = {}
  let before = await updates(company)
  const steps = [
    happens('PreparationStarted'),
    happens('VoucherPrepared'),
    happens('SmsRequested'),
    happens('SmsSent'),
    happens('SubmissionStarted'),
    happens('CodeRefused'),
    happens('SubmissionUnknown'),
    happens('StatusChecked'),
    happens('OutcomeResolved', { resolvedAs: 'accepted' }),
    happens('ProviderAccepted'),
    happens('LocalCompletionFailed'),
    voucherFinalized(),
  ]
  for (const event of steps) {
    await company.next(event)
    const now = await updates(company)
    moved[event.type] = now.map((update, index) => update !== before[index])
    before = now
  }
  const both = new Set(['ProviderAccepted', 'VoucherFinalized'])

  expect(moved).toEqual(Object.fromEntries(steps.map(({ type }) => [type, [true, both.has(type)]])))
})

async function updates({ voucher, transaction }: Awaited<ReturnType<typeof afterwards>>) {
  const rows = [await voucher('updated_at'), await transaction('updated_at')]
  return rows.map((row): unknown => row?.['updated_at'])
}

test('the phone of a forgotten seller is forgotten, and nothing else of the document', async () => {
  const dealer = await dealerForThisTest()
  for (const event of prepared) await dealer.write(expenseVoucherEvents, VOUCHER, event)
  await dealer.rows('update vault.data_key set wrapped = null')
  await dealer.openVaultAgain()
  dealer.project()

  expect(await differences(dealer)).toEqual([])
  const [row] = await dealer.rows('select * from read_model.expense_voucher')
  expect(row).toMatchObject({ state: 'prepared', uuid: UUID, document_phone: null, id_no: null })
})
