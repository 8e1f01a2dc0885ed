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

/** Requests the rows that the functions below read. */
export function wantUse(model: ReadModel, metadata: EventMetadata, transactionId: string): void {
  wantLastChange(model, metadata, 'bankTransactions')
  model.transactionUse.want(metadata.companyId, transactionId)
  model.bankTransaction.want(metadata.companyId, transactionId)
}

interface DocumentUse {
  readonly transactionId: string
  readonly user: User
}

/** A new document holds the transaction: it was written after it had claimed it. */
export const holdTransaction = (
  model: ReadModel,
  metadata: EventMetadata,
  { transactionId, user }: DocumentUse,
) =>
  changeUse(model, metadata, {
    company_id: metadata.companyId,
    transaction_id: transactionId,
    user_kind: user.kind,
    user_id: user.id,
    is_processed: false,
  })

/**
 * The transaction shows its document, so it changes with it. What comes of a document later changes nothing where
 * another one holds the transaction; one that becomes official processes it, also where nobody holds it any more.
 */
export function showInTransaction(
  model: ReadModel,
  metadata: EventMetadata,
  { transactionId, user, isProcessed }: DocumentUse & { readonly isProcessed?: true },
): void {
  const use = model.transactionUse.get(metadata.companyId, transactionId)
  if (use !== undefined && isHeldBy(use, user)) {
    return changeUse(model, metadata, isProcessed ? { ...use, is_processed: isProcessed } : use)
  }
  if (use?.user_id != null || !isProcessed) return
  holdTransaction(model, metadata, { transactionId, user })
  showInTransaction(model, metadata, { transactionId, user, isProcessed })
}

/** The document stops using it; a claim of another document stays. */
export function releaseTransaction(
  model: ReadModel,
  metadata: EventMetadata,
  { transactionId, user }: DocumentUse,
): void {
  const use = model.transactionUse.get(metadata.companyId, transactionId)
  if (use === undefined || !isHeldBy(use, user)) return
  changeUse(model, metadata, { ...use, user_kind: null, user_id: null, is_processed: false })
}

const isHeldBy = (use: Use, { kind, id }: User) => use.user_kind === kind && use.user_id === id

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
