import type { EventMetadata } from '#kernel/events/metadata.ts'
import type { RowOf } from '#kernel/records/table.ts'
import { nextChange, wantLastChange } from '#projections/read-models/changes.ts'
import type { ReadModel } from '#projections/read-models/read-model.ts'
import type { transactionUseTable } from './tables.ts'

type Use = RowOf<typeof transactionUseTable>

/** A document that uses a transaction; one transaction has at most one live document. */
interface User {
  readonly kind: NonNullable<Use['user_kind']>
  readonly id: string
}

const PROCESSED = 1

/** Requests the rows that `useTransaction` and `releaseTransaction` read. */
export function wantUse(model: ReadModel, metadata: EventMetadata, transactionId: string): void {
  wantLastChange(model, metadata, 'bankTransactions')
  model.transactionUse.want(metadata.companyId, transactionId)
  model.bankTransaction.want(metadata.companyId, transactionId)
}

/** A document starts to use the transaction; an official one has processed it. */
export const useTransaction = (
  model: ReadModel,
  metadata: EventMetadata,
  use: {
    readonly transactionId: string
    readonly user: User
    readonly isProcessed: boolean
  },
) =>
  changeUse(model, metadata, {
    company_id: metadata.companyId,
    transaction_id: use.transactionId,
    user_kind: use.user.kind,
    user_id: use.user.id,
    is_processed: use.isProcessed,
  })

/** The document stops using it; a claim of another document stays. */
export function releaseTransaction(
  model: ReadModel,
  metadata: EventMetadata,
  { transactionId, user }: { readonly transactionId: string; readonly user: User },
): void {
  const use = model.transactionUse.get(metadata.companyId, transactionId)
  if (use?.user_kind !== user.kind || use.user_id !== user.id) return
  changeUse(model, metadata, { ...use, user_kind: null, user_id: null, is_processed: false })
}

/** The columns that follow from a transaction's use. */
export const usedColumns = (recordedStatus: number, use: Use | undefined) => ({
  status: use?.is_processed === true ? PROCESSED : recordedStatus,
  is_check: use?.user_kind === 'voucher',
  voucher_id: idOfUser(use, 'voucher'),
  invoice_id: idOfUser(use, 'invoice'),
})

const idOfUser = (use: Use | undefined, kind: User['kind']) =>
  use?.user_kind === kind ? use.user_id : null

function changeUse(model: ReadModel, metadata: EventMetadata, use: Use) {
  model.transactionUse.put(use)
  const transaction = model.bankTransaction.get(use.company_id, use.transaction_id)
  if (transaction === undefined) return
  model.bankTransaction.put({
    ...transaction,
    ...usedColumns(transaction.recorded_status, use),
    updated_at: nextChange(model, metadata, 'bankTransactions'),
  })
}
