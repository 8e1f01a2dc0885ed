import type { DocumentKind } from './document-kind.ts'
import { resolveVoucher } from './expense-voucher/resolve-voucher.ts'
import { stuckVouchers } from './expense-voucher/stuck-vouchers.ts'
import { resolveInvoice } from './invoice/resolve-invoice.ts'
import { stuckInvoices } from './invoice/stuck-invoices.ts'

/** Every kind of document whose outcome at a provider can stay unknown. */
export const documentKinds: readonly DocumentKind[] = [
  { name: 'expense-voucher', stuck: stuckVouchers, resolve: resolveVoucher },
  { name: 'invoice', stuck: stuckInvoices, resolve: resolveInvoice },
]
