import type { PAYMENT_TYPES } from '#kernel/contract/invoices.ts'
import type { InvoiceRequest } from './invoice-request.ts'

/** How the buyer pays; a field that does not belong to the type is null. */
export interface InvoicePayment {
  readonly type: (typeof PAYMENT_TYPES)[number]
  readonly bankName: string | null
  readonly iban: string | null
  readonly approvalCode: string | null
  /** The voucher that it is set off against. */
  readonly expenseNumber: string | null
  readonly note: string | null
}

/** What came over a bank account needs no type. */
export const paymentOf = (request: InvoiceRequest): InvoicePayment => ({
  type: request.paymentType ?? 'bank',
  bankName: request.bankName ?? null,
  iban: request.iban ?? null,
  approvalCode: request.approvalCode ?? null,
  expenseNumber: request.expenseNumber ?? null,
  note: request.paymentNote ?? null,
})
