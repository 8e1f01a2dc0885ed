import { accessSentences } from './accesses.ts'
import { bankTransactionSentences } from './bank-transactions.ts'
import { claimSentences } from './claims.ts'
import { companySentences } from './companies.ts'
import { customerSentences } from './customers.ts'
import { expenseVoucherSentences } from './expense-vouchers.ts'
import { invoiceSentences } from './invoices.ts'
import { kmtsVerificationSentences } from './kmts-verifications.ts'
import { notarySentences } from './notary.ts'
import { personSentences } from './people.ts'
import { sanctionCheckSentences } from './sanction-checks.ts'
import type { Sentences } from './sentence.ts'

/** The sentence for each event type. */
export const sentences: Sentences = {
  ...expenseVoucherSentences,
  ...invoiceSentences,
  ...claimSentences,
  ...kmtsVerificationSentences,
  ...sanctionCheckSentences,
  ...customerSentences,
  ...bankTransactionSentences,
  ...companySentences,
  ...notarySentences,
  ...personSentences,
  ...accessSentences,
}
