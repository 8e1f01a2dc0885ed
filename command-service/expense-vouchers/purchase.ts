import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'

type Of<Type extends ExpenseVoucherEvent['type']> = Extract<ExpenseVoucherEvent, { type: Type }>

/** What the finalized voucher repeats of its draft, for readers of that event alone. */
export function purchaseIn(
  content: Of<'VoucherDrafted'>['data'],
): NonNullable<Of<'VoucherFinalized'>['data']['purchase']> {
  const { environment, transactionDate, timeZone, day, amount, exchanges, price, purity } = content
  return { environment, transactionDate, timeZone, day, amount, exchanges, price, purity }
}
