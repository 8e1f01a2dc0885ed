import { listBankAccounts, readBankAccount } from './bank-accounts.ts'
import { queryBanks } from './bank-queries.ts'
import { listBankTransactions, readBankTransaction } from './bank-transactions.ts'
import { listCustomerEvents, readCustomerEvent } from './customer-events.ts'
import { createForm, listVerifications, readVerification } from './customer-forms.ts'
import { checkCustomer, listCustomers, readCustomer } from './customers.ts'
import {
  confirmEDocument,
  prepareEDocument,
  readEDocumentFile,
  readEDocumentStatus,
  sendEDocumentSms,
} from './electronic-vouchers.ts'
import type { Endpoint } from './endpoint.ts'
import {
  createVoucher,
  deleteVoucher,
  listVouchers,
  listVoucherTemplates,
  previewVoucher,
  readVoucher,
} from './expense-vouchers.ts'
import { readIdvSession } from './idv-sessions.ts'
import {
  createInvoice,
  deleteInvoice,
  listInvoices,
  listInvoiceTemplates,
  listInvoiceVariables,
  previewInvoice,
  readInvoice,
} from './invoices.ts'
import { listLabelVerifications, readLabelVerification, verifyLabel } from './kmts-verifications.ts'
import { checkSanctions, listSanctionChecks, readSanctionCheck } from './sanction-checks.ts'

/**
 * The whole contract, from which the OpenAPI document and the gateway's routes are generated. In the order of work: who the
 * customer is, what the bank says, what is bought and sold, and its labels.
 */
export const endpoints: readonly Endpoint[] = [
  listCustomers,
  checkCustomer,
  createForm,
  readCustomer,
  checkSanctions,
  listSanctionChecks,
  readSanctionCheck,
  listVerifications,
  readVerification,
  readIdvSession,
  listCustomerEvents,
  readCustomerEvent,
  queryBanks,
  listBankTransactions,
  readBankTransaction,
  listBankAccounts,
  readBankAccount,
  listVoucherTemplates,
  previewVoucher,
  createVoucher,
  listVouchers,
  readVoucher,
  deleteVoucher,
  prepareEDocument,
  sendEDocumentSms,
  confirmEDocument,
  readEDocumentStatus,
  readEDocumentFile,
  listInvoiceTemplates,
  listInvoiceVariables,
  previewInvoice,
  createInvoice,
  listInvoices,
  readInvoice,
  deleteInvoice,
  verifyLabel,
  listLabelVerifications,
  readLabelVerification,
]
