import type pg from 'pg'
import type { Log } from '#command/event-sourcing/log.ts'
import { voucherStream } from '#command/expense-vouchers/dependencies.ts'
import { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { decodeWithoutKeys } from '#kernel/platform/event-codec.ts'

export interface FoundVoucher {
  readonly voucherId: string
  readonly companyId: string
  readonly bankTransactionId: string | null
}

/** By its id, or by the uuid that it has at the provider now. */
export async function findVoucher(
  { pool, log }: { readonly pool: pg.Pool; readonly log: Log },
  document: string,
): Promise<FoundVoucher | undefined> {
  const voucherId = document.includes('-') ? await idOf(pool, document) : document
  if (voucherId === undefined) return undefined
  const stored = await log.eventStore.readStream(voucherStream(voucherId), { maxCount: 1 })
  const [first] = decodeWithoutKeys(() => expenseVoucherEvents, stored)
  if (first?.event.type !== 'VoucherDrafted') return undefined
  const { bankTransactionId } = first.event.data
  return { voucherId, companyId: first.metadata.companyId, bankTransactionId }
}

async function idOf(pool: pg.Pool, uuid: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from read_model.expense_voucher where visible and uuid = $1',
    [uuid],
  )
  return rows[0]?.id
}
