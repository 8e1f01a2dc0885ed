import { listBankAccounts, readBankAccount } from './bank-accounts.ts'
import { queryBanks } from './bank-queries.ts'
import { listBankTransactions, readBankTransaction } from './bank-transactions.ts'
import { listCustomerEvents, readCustomerEvent } from './customer-events.ts'
import { createForm, listCustomers, readCustomer } from './customers.ts'
import { checkCustomer } from './customers-check.ts'
import {
  confirmEDocument,
  prepareEDocument,
  readEDocumentFile,
  readEDocumentStatus,
  sendEDocumentSms,
} from './e-documents.ts'
import type { Endpoint } from './endpoint.ts'
import { listVouchers, listVoucherTemplates, readVoucher } from './expense-reads.ts'
import { createVoucher, deleteVoucher, previewVoucher } from './expenses.ts'
import {
  listInvoices,
  listInvoiceTemplates,
  listInvoiceVariables,
  readInvoice,
} from './invoice-reads.ts'
import { createInvoice, deleteInvoice, previewInvoice } from './invoices.ts'
import { listLabelVerifications, readLabelVerification, verifyLabel } from './kmts.ts'
import { listSanctionChecks, readSanctionCheck } from './sanction-check-reads.ts'
import { checkSanctions } from './sanction-checks.ts'
import { readIdvSession, readVerification } from './verifications.ts'

/** The whole contract; the OpenAPI document and the gateway's routes are made from this list. */
export const endpoints: readonly Endpoint[] = [
  listVouchers,
  readVoucher,
  previewVoucher,
  createVoucher,
  deleteVoucher,
  prepareEDocument,
  sendEDocumentSms,
  confirmEDocument,
  readEDocumentStatus,
  readEDocumentFile,
  listVoucherTemplates,
  verifyLabel,
  listLabelVerifications,
  readLabelVerification,
  listCustomers,
  checkCustomer,
  readCustomer,
  createForm,
  listCustomerEvents,
  readCustomerEvent,
  readVerification,
  readIdvSession,
  checkSanctions,
  listSanctionChecks,
  readSanctionCheck,
  listBankTransactions,
  readBankTransaction,
  listBankAccounts,
  readBankAccount,
  queryBanks,
  listInvoices,
  readInvoice,
  previewInvoice,
  createInvoice,
  deleteInvoice,
  listInvoiceTemplates,
  listInvoiceVariables,
]
