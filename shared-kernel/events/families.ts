import { accessEvents } from './access.ts'
import { bankAccountEvents } from './bank-account.ts'
import { bankQueryEvents } from './bank-query.ts'
import { bankTransactionEvents } from './bank-transaction.ts'
import { documentLedgerEvents, numberBookEvents, transactionClaimEvents } from './claims.ts'
import { customerEvents } from './customer.ts'
import { registerEvents } from './customer-event.ts'
import { customerFormEvents, personFormsEvents } from './customer-form.ts'
import type { AnyEvent, EncodedEvent, EventTypeDescription, Opener } from './event-family.ts'
import { expenseVoucherEvents } from './expense-voucher.ts'
import { idvSessionEvents } from './idv-session.ts'
import { invoiceEvents } from './invoice.ts'
import { kmtsVerificationEvents } from './kmts-verification.ts'
import { notaryEvents } from './notary.ts'
import { personEvents } from './person-forgotten.ts'
import {
  apiKeyEvents,
  companyEvents,
  companySettingsEvents,
  priceEvents,
  providerAccountEvents,
  templateEvents,
} from './reference-data.ts'
import { sanctionCheckEvents } from './sanction-check.ts'
import { sanctionListEvents } from './sanction-list.ts'
import { rescreeningEvents, screeningSettingsEvents } from './screening.ts'
import { setAsideBookingEvents } from './set-aside-booking.ts'
import { webhookEndpointEvents } from './webhook-endpoint.ts'

/** A family without its types, for code that reads events of any family. */
interface ReadableFamily {
  readonly category: string
  readonly types: ReadonlyMap<string, EventTypeDescription>
  readonly decode: (encoded: EncodedEvent, opener: Opener) => AnyEvent | undefined
}

/** Every event that Sarraf writes. */
export const families: readonly ReadableFamily[] = [
  companyEvents,
  companySettingsEvents,
  screeningSettingsEvents,
  apiKeyEvents,
  providerAccountEvents,
  priceEvents,
  templateEvents,
  webhookEndpointEvents,
  bankAccountEvents,
  bankQueryEvents,
  setAsideBookingEvents,
  customerEvents,
  customerFormEvents,
  personFormsEvents,
  registerEvents,
  idvSessionEvents,
  bankTransactionEvents,
  expenseVoucherEvents,
  invoiceEvents,
  documentLedgerEvents,
  transactionClaimEvents,
  numberBookEvents,
  sanctionListEvents,
  sanctionCheckEvents,
  rescreeningEvents,
  kmtsVerificationEvents,
  notaryEvents,
  accessEvents,
  personEvents,
]
