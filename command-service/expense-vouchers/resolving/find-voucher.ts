import type { Tools } from '#command/provider-documents/document-kind.ts'
import { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { recallUnopened } from '#kernel/platform/recording.ts'
import { voucherStream } from '../dependencies.ts'

export interface FoundVoucher {
  readonly voucherId: string
  readonly companyId: string
  readonly bankTransactionId: string | null
}

/** By its id, or by the uuid that it has at the provider now. */
export async function findVoucher(
  { system, log }: Tools,
  document: string,
): Promise<FoundVoucher | undefined> {
  const voucherId = document.includes('-') ? await idOf(system, document) : document
  if (voucherId === undefined) return undefined
  const stored = await log.eventStore.readStream(voucherStream(voucherId), { maxCount: 1 })
  const [first] = recallUnopened(() => expenseVoucherEvents, stored)
  if (first?.event.type !== 'VoucherDrafted') return undefined
  const { bankTransactionId } = first.event.data
  return { voucherId, companyId: first.metadata.companyId, bankTransactionId }
}

async function idOf({ pool }: Tools['system'], uuid: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from read_model.expense_voucher where visible and uuid = $1',
    [uuid],
  )
  return rows[0]?.id
}
