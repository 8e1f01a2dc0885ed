import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'

type Of<Type extends ExpenseVoucherEvent['type']> = Extract<ExpenseVoucherEvent, { type: Type }>

/** All that is known about a voucher from the moment it is drafted. */
export type VoucherContent = Of<'VoucherDrafted'>['data']
export type FinalizationRequest = Of<'FinalizationRequested'>['data']
export type Finalization = Of<'VoucherFinalized'>['data']
export type Abandonment = Of<'VoucherAbandoned'>['data']['reason']
