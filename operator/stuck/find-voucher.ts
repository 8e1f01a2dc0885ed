import type { Log } from '#command/event-sourcing/log.ts'
import { voucherStream } from '#command/expense-vouchers/repository.ts'
import type { ReadModels } from '#command/read-models.ts'
import { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { decodeWithoutKeys } from '#kernel/platform/recording/event-codec.ts'

export interface FoundVoucher {
  readonly voucherId: string
  readonly companyId: string
  readonly bankTransactionId: string | null
}

/** By its id, or by the uuid that it has at the provider now. */
export async function findVoucher(
  { readModels, log }: { readonly readModels: ReadModels; readonly log: Log },
  document: string,
): Promise<FoundVoucher | undefined> {
  const voucherId = document.includes('-') ? await idOf(readModels, document) : document
  if (voucherId === undefined) return undefined
  const stored = await log.eventStore.readStream(voucherStream(voucherId), { maxCount: 1 })
  const [first] = decodeWithoutKeys(() => expenseVoucherEvents, stored)
  if (first === undefined || !('source' in first.event.data)) return undefined
  const { bankTransactionId } = first.event.data
  return { voucherId, companyId: first.metadata.companyId, bankTransactionId }
}

async function idOf(readModels: ReadModels, uuid: string): Promise<string | undefined> {
  const voucher = await readModels
    .selectFrom('expense_voucher')
    .select('id')
    .where('visible', '=', true)
    .where('uuid', '=', uuid)
    .executeTakeFirst()
  return voucher?.id
}
