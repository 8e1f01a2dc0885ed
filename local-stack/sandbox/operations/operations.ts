import { nilveraOperations } from '../nilvera/operations.ts'
import type { State } from '../state/state.ts'
import { bankTransactions } from './bank-transactions.ts'
import { cancelDraft } from './cancel.ts'
import { keepInvoiceDraft } from './invoice/keep-draft.ts'
import { submitInvoice } from './invoice/submit.ts'
import { kmtsQuery } from './kmts-query.ts'
import type { Operation } from './operation.ts'
import { taxpayerLookup } from './taxpayer-lookup.ts'
import { voucherFile } from './voucher/file.ts'
import { prepareVoucher } from './voucher/prepare.ts'
import { sendVoucherSms } from './voucher/sms.ts'
import { voucherStatus } from './voucher/status.ts'
import { submitVoucher } from './voucher/submit.ts'

/** The operations of all providers. */
export const operationsOf = (state: State): readonly Operation[] => [
  prepareVoucher(state),
  sendVoucherSms(state),
  submitVoucher(state),
  voucherStatus(state),
  voucherFile(state),
  cancelDraft(state, state.vouchers, { name: 'voucher.cancel', url: '/e-vouchers/:uuid' }),
  submitInvoice(state),
  keepInvoiceDraft(state),
  cancelDraft(state, state.invoices, { name: 'invoice.deleteDraft', url: '/invoice-drafts/:uuid' }),
  ...nilveraOperations(state),
  taxpayerLookup(state.taxpayers),
  kmtsQuery(),
  bankTransactions(state.bankTransactions),
]
