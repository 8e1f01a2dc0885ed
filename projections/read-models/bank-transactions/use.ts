import type { EventMetadata } from '#kernel/events/metadata.ts'
import { nextChange, wantLastChange } from '#projections/read-models/changes.ts'
import type { ReadModel } from '#projections/read-models/read-model.ts'
import type { RowOf } from '#projections/runtime/table.ts'
import type { transactionUseTable } from './tables.ts'

type Use = RowOf<typeof transactionUseTable>

const PROCESSED = 1

/** To be asked for by whoever will change a transaction's use. */
export function wantUse(model: ReadModel, metadata: EventMetadata, transactionId: string): void {
  wantLastChange(model, metadata, 'bankTransactions')
  model.transactionUse.want(metadata.companyId, transactionId)
  model.bankTransaction.want(metadata.companyId, transactionId)
}

/** A voucher uses the transaction from now on, as a draft or finalized. */
export const useTransaction = (
  model: ReadModel,
  metadata: EventMetadata,
  use: {
    readonly transactionId: string
    readonly voucherId: string
    readonly isFinalized: boolean
  },
) =>
  changeUse(model, metadata, {
    company_id: metadata.companyId,
    transaction_id: use.transactionId,
    voucher_id: use.voucherId,
    is_finalized: use.isFinalized,
  })

/** The voucher uses it no longer; what another one has taken meanwhile stays taken. */
export function releaseTransaction(
  model: ReadModel,
  metadata: EventMetadata,
  { transactionId, voucherId }: { readonly transactionId: string; readonly voucherId: string },
): void {
  const { companyId } = metadata
  const use = model.transactionUse.get(companyId, transactionId)
  if (use?.voucher_id !== voucherId) return
  changeUse(model, metadata, { ...use, voucher_id: null, is_finalized: false })
}

/** What a transaction's use makes of it. */
export const usedColumns = (recordedStatus: number, use: Use | undefined) => ({
  status: use?.is_finalized === true ? PROCESSED : recordedStatus,
  is_check: (use?.voucher_id ?? null) !== null,
  voucher_id: use?.voucher_id ?? null,
})

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
