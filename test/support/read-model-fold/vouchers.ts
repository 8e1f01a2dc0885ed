import { assertNever } from '#kernel/domain/assert-never.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import type { EventMetadata } from '#kernel/events/metadata.ts'
import { documentChanges } from './document.ts'
import { type Model, next, touchTaken, touchTransaction, type Voucher } from './model.ts'
import { voucherRow } from './rows.ts'
import { columns, instant, micros, type Row } from './values.ts'

export function seeVoucher(model: Model, event: ExpenseVoucherEvent, metadata: EventMetadata) {
  const company = metadata.companyId
  const key = `${company} ${event.data.voucherId}`
  const before = model.vouchers.get(key)
  const change = (lifecycle: Voucher['lifecycle'], changes: Row = {}) => {
    if (before === undefined) return
    const document = before.row['state'] === null ? {} : documentChanges(before.row, event)
    const updated_at = next(model, metadata, 'expenseVouchers')
    const visible = !['deleted', 'abandoned'].includes(lifecycle)
    const row = { ...before.row, ...document, ...changes, visible, updated_at }
    model.vouchers.set(key, { ...before, lifecycle, row })
    if (!touching.has(event.type)) return
    const { transaction } = before
    touchTaken(model, { document: event.data.voucherId, transaction }, metadata)
  }
  switch (event.type) {
    case 'VoucherDrafted': {
      const stamps = {
        created_at: `${micros(metadata.recordedAt)}`,
        updated_at: next(model, metadata, 'expenseVouchers'),
      }
      const fresh = {
        visible: true,
        left_at: null,
        is_draft: true,
        is_finalized: false,
        is_cancelled: false,
        number: null,
      }
      const row = {
        ...voucherRow(event.data),
        ...fresh,
        ...stamps,
        company_id: company,
        print_date: null,
      }
      const transaction = event.data.bankTransactionId
      model.vouchers.set(key, { row, company, transaction, lifecycle: 'draft' })
      const document = event.data.voucherId
      model.takers.set(`${company} ${transaction}`, document)
      return touchTaken(model, { document, transaction }, metadata)
    }
    case 'VoucherImported': {
      const { data } = event
      const { number, printDate, uuid, officialNumber, cancelledAt, environment } = data
      const document = {
        ...columns({ environment, uuid, officialNumber }),
        state: 'sent',
        provider_status: 'succeed',
        finalized_at: instant(printDate),
        cancelled: cancelledAt === null ? null : true,
      }
      const row = {
        ...voucherRow({ ...data, givenNumber: number }),
        ...(uuid === null ? {} : document),
        ...columns({ number, printDate }),
        visible: true,
        left_at: null,
        is_draft: false,
        is_finalized: true,
        is_cancelled: cancelledAt !== null,
        created_at: before?.row['created_at'] ?? `${micros(metadata.recordedAt)}`,
        updated_at: next(model, metadata, 'expenseVouchers'),
        company_id: company,
      }
      const transaction = data.bankTransactionId
      model.vouchers.set(key, { row, company, transaction, lifecycle: 'finalized' })
      return touchTransaction(model, transaction, metadata)
    }
    case 'FinalizationRequested':
      return change('finalizing', { is_draft: false })
    case 'VoucherFinalized': {
      const { serial, number, printDate } = event.data
      const final = { is_draft: false, is_finalized: true }
      return change('finalized', { ...final, ...columns({ serial, number, printDate }) })
    }
    case 'VoucherCancelled':
      return change(before?.lifecycle ?? 'draft', { is_cancelled: true })
    case 'DraftDeleted':
      return change('deleted', { left_at: `${micros(metadata.recordedAt)}` })
    case 'VoucherAbandoned':
      return change('abandoned', { left_at: `${micros(metadata.recordedAt)}` })
    case 'PreparationStarted':
    case 'SubmissionStarted':
    case 'SmsRequested':
    case 'DeletionStarted':
    case 'SmsSent':
    case 'VoucherPrepared':
    case 'CodeRefused':
    case 'PreparationRefused':
    case 'SmsRefused':
    case 'SubmissionRefused':
    case 'DeletionRefused':
    case 'DeletionUnknown':
    case 'ProviderAccepted':
    case 'LateAnswerReceived':
    case 'PreparationUnknown':
    case 'SmsUnknown':
    case 'SubmissionUnknown':
    case 'LocalCompletionFailed':
    case 'StatusChecked':
    case 'OutcomeResolved':
      return change(before?.lifecycle ?? 'draft')
    default:
      return assertNever(event)
  }
}

/** What shows in the transaction too. */
const touching = new Set([
  'ProviderAccepted',
  'VoucherFinalized',
  'VoucherCancelled',
  'DraftDeleted',
  'VoucherAbandoned',
])
