import { assertNever } from '#kernel/domain/assert-never.ts'
import { type ExpenseVoucherEvent, expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import type { EventMetadata } from '#kernel/events/metadata.ts'
import type { expenseVouchers } from '#kernel/records/expense-vouchers.ts'
import type { RowOf } from '#kernel/records/table.ts'
import {
  holdTransaction,
  releaseTransaction,
  showInTransaction,
  wantUse,
} from '#projections/read-models/bank-transactions/use.ts'
import { nextChange, recordedAtOf, wantLastChange } from '#projections/read-models/changes.ts'
import { projector } from '#projections/read-models/projector.ts'
import type { ReadModel } from '#projections/read-models/read-model.ts'
import { evolvedColumns } from './document-columns.ts'
import { draftedColumns, importedColumns } from './drafted-columns.ts'

type Voucher = RowOf<typeof expenseVouchers>

/** A voucher that is no longer visible keeps its row, because later events may refer to it. */
const states = {
  finalizing: { lifecycle: 'finalizing', visible: true, is_draft: false },
  finalized: { lifecycle: 'finalized', visible: true, is_draft: false, is_finalized: true },
  deleted: { lifecycle: 'deleted', visible: false },
  abandoned: { lifecycle: 'abandoned', visible: false },
} as const

export const expenseVoucherProjector = projector(expenseVoucherEvents, {
  version: 5,
  prepare({ event, metadata }, model) {
    wantLastChange(model, metadata, 'expenseVouchers')
    // A draft is the voucher's first event: there is no row to load.
    const transactionId =
      event.type === 'VoucherDrafted' || event.type === 'VoucherImported'
        ? event.data.bankTransactionId
        : model.expenseVoucher.want(metadata.companyId, event.data.voucherId)?.bank_transaction_id
    if (event.type === 'VoucherImported') {
      model.expenseVoucher.want(metadata.companyId, event.data.voucherId)
    }
    if (typeof transactionId === 'string') wantUse(model, metadata, transactionId)
  },
  apply({ event, metadata }, model) {
    if (event.type === 'VoucherDrafted') return draft(event, metadata, model)
    if (event.type === 'VoucherImported') return enter(event, metadata, model)
    const before = model.expenseVoucher.get(metadata.companyId, event.data.voucherId)
    if (before === undefined) return withoutDraft(event)
    const voucher = { ...before, ...evolvedColumns(before, event) }
    switch (event.type) {
      case 'FinalizationRequested':
        return change(model, metadata, { ...voucher, ...states.finalizing })
      case 'VoucherFinalized':
        return finalize(event, { voucher, metadata, model })
      case 'DraftDeleted':
        return leave({ ...voucher, ...states.deleted }, metadata, model)
      case 'VoucherAbandoned':
        return leave({ ...voucher, ...states.abandoned }, metadata, model)
      case 'ProviderAccepted':
        return showOfficial(voucher, metadata, model)
      case 'VoucherCancelled':
        return showOfficial({ ...voucher, is_cancelled: true }, metadata, model)
      case 'PreparationStarted':
      case 'VoucherPrepared':
      case 'PreparationRefused':
      case 'PreparationUnknown':
      case 'SmsRequested':
      case 'SmsSent':
      case 'SmsRefused':
      case 'SmsUnknown':
      case 'SubmissionStarted':
      case 'CodeRefused':
      case 'SubmissionRefused':
      case 'SubmissionUnknown':
      case 'LocalCompletionFailed':
      case 'StatusChecked':
      case 'DeletionStarted':
      case 'DeletionRefused':
      case 'DeletionUnknown':
      case 'OutcomeResolved':
      case 'LateAnswerReceived':
        return change(model, metadata, voucher)
      default:
        return assertNever(event)
    }
  },
})

const user = (id: string) => ({ kind: 'voucher', id }) as const

type Drafted = Extract<ExpenseVoucherEvent, { type: 'VoucherDrafted' }>
type Imported = Extract<ExpenseVoucherEvent, { type: 'VoucherImported' }>
type Finalized = Extract<ExpenseVoucherEvent, { type: 'VoucherFinalized' }>

const change = (model: ReadModel, metadata: EventMetadata, voucher: Voucher) =>
  model.expenseVoucher.put({
    ...voucher,
    updated_at: nextChange(model, metadata, 'expenseVouchers'),
  })

function draft({ data }: Drafted, metadata: EventMetadata, model: ReadModel) {
  const { voucherId, bankTransactionId: transactionId } = data
  model.expenseVoucher.put({
    ...draftedColumns(data, metadata.companyId),
    created_at: recordedAtOf(metadata),
    updated_at: nextChange(model, metadata, 'expenseVouchers'),
  })
  if (transactionId !== null) {
    holdTransaction(model, metadata, { transactionId, user: user(voucherId) })
  }
}

/** A document of the past, or what was told of it later. */
function enter({ data }: Imported, metadata: EventMetadata, model: ReadModel) {
  const { voucherId, bankTransactionId: transactionId } = data
  const before = model.expenseVoucher.get(metadata.companyId, voucherId)
  model.expenseVoucher.put({
    ...importedColumns(data, metadata.companyId),
    created_at: before?.created_at ?? recordedAtOf(metadata),
    updated_at: nextChange(model, metadata, 'expenseVouchers'),
  })
  if (transactionId === null) return
  const use = { transactionId, user: user(voucherId) }
  if (data.cancelledAt !== null) return showInTransaction(model, metadata, use)
  holdTransaction(model, metadata, use)
  showInTransaction(model, metadata, { ...use, isProcessed: true })
}

interface VoucherContext {
  readonly voucher: Voucher
  readonly metadata: EventMetadata
  readonly model: ReadModel
}

function finalize({ data }: Finalized, { voucher, metadata, model }: VoucherContext) {
  const { serial, number, printDate, voucherId } = data
  change(model, metadata, {
    ...voucher,
    ...states.finalized,
    serial,
    number,
    print_date: printDate,
  })
  const transactionId = voucher.bank_transaction_id
  if (transactionId !== null) {
    const use = { transactionId, user: user(voucherId), isProcessed: true } as const
    showInTransaction(model, metadata, use)
  }
}

/** The transaction shows the voucher's official number, and that it was cancelled, so it changes too. */
function showOfficial(voucher: Voucher, metadata: EventMetadata, model: ReadModel) {
  change(model, metadata, voucher)
  const { bank_transaction_id: transactionId, id: voucherId } = voucher
  if (transactionId === null) return
  showInTransaction(model, metadata, { transactionId, user: user(voucherId) })
}

/** It is no longer in the list, and releases its transaction. */
function leave(voucher: Voucher, metadata: EventMetadata, model: ReadModel) {
  change(model, metadata, { ...voucher, left_at: recordedAtOf(metadata) })
  const { bank_transaction_id: transactionId, id: voucherId } = voucher
  if (transactionId === null) return
  releaseTransaction(model, metadata, { transactionId, user: user(voucherId) })
}

/** Only a voucher that was never created can be abandoned without a draft. */
function withoutDraft(event: ExpenseVoucherEvent) {
  if (event.type === 'VoucherAbandoned') return
  throw new Error(`${event.type} of voucher ${event.data.voucherId}, which was never drafted`)
}
