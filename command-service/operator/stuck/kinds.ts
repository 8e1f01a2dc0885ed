import { resolveVoucher } from '#command/expense-vouchers/resolving/resolve-voucher.ts'
import { stuckVouchers } from '#command/expense-vouchers/resolving/stuck-vouchers.ts'
import { resolveInvoice } from '#command/invoices/resolving/resolve-invoice.ts'
import { stuckInvoices } from '#command/invoices/resolving/stuck-invoices.ts'
import type { DocumentKind } from '#command/provider-documents/document-kind.ts'

/** Every kind of document whose outcome at a provider can stay unknown. */
export const documentKinds: readonly DocumentKind[] = [
  { name: 'expense-voucher', stuck: stuckVouchers, resolve: resolveVoucher },
  { name: 'invoice', stuck: stuckInvoices, resolve: resolveInvoice },
]
