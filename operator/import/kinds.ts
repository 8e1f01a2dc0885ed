import type { LineKind } from './kind.ts'
import { apiKey } from './kinds/api-key.ts'
import { bankAccount } from './kinds/bank-account.ts'
import { bankTransaction } from './kinds/bank-transaction.ts'
import { company } from './kinds/company.ts'
import { companySettings } from './kinds/company-settings.ts'
import { customer } from './kinds/customer.ts'
import { customerEvent } from './kinds/customer-event.ts'
import { eDocumentCancelled } from './kinds/e-document-cancelled.ts'
import { expenseVoucher } from './kinds/expense-voucher.ts'
import { formDecision } from './kinds/form-decision.ts'
import { idvSession } from './kinds/idv-session.ts'
import { invoice } from './kinds/invoice.ts'
import { invoiceCancelled } from './kinds/invoice-cancelled.ts'
import { kmtsVerification } from './kinds/kmts-verification.ts'
import { price } from './kinds/price.ts'
import { providerAccount } from './kinds/provider-account.ts'
import { sanctionCheck } from './kinds/sanction-check.ts'
import { screeningSettings } from './kinds/screening-settings.ts'
import { template } from './kinds/template.ts'
import { webhookEndpoint } from './kinds/webhook-endpoint.ts'

const all: readonly LineKind[] = [
  company,
  companySettings,
  screeningSettings,
  apiKey,
  providerAccount,
  price,
  template,
  customer,
  customerEvent,
  formDecision,
  idvSession,
  bankAccount,
  bankTransaction,
  expenseVoucher,
  invoice,
  invoiceCancelled,
  eDocumentCancelled,
  sanctionCheck,
  kmtsVerification,
  webhookEndpoint,
]

/** Every kind of line, by its name. */
export const kinds: ReadonlyMap<string, LineKind> = new Map(all.map((kind) => [kind.kind, kind]))
