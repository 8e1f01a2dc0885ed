import { type BankAccountEvent, bankAccountEvents } from '#kernel/events/bank-account.ts'
import { type BankQueryEvent, bankQueryEvents } from '#kernel/events/bank-query.ts'
import {
  type BankTransactionEvent,
  bankTransactionEvents,
} from '#kernel/events/bank-transaction.ts'
import { type CustomerEvent, customerEvents } from '#kernel/events/customer.ts'
import { type RegisterEvent, registerEvents } from '#kernel/events/customer-event.ts'
import {
  type CustomerFormEvent,
  customerFormEvents,
  type PersonFormsEvent,
  personFormsEvents,
} from '#kernel/events/customer-form.ts'
import { type ExpenseVoucherEvent, expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { type IdvSessionEvent, idvSessionEvents } from '#kernel/events/idv-session.ts'
import { type InvoiceEvent, invoiceEvents } from '#kernel/events/invoice.ts'
import {
  type KmtsVerificationEvent,
  kmtsVerificationEvents,
} from '#kernel/events/kmts-verification.ts'
import { type PersonEvent, personEvents } from '#kernel/events/person-forgotten.ts'
import {
  type ApiKeyEvent,
  apiKeyEvents,
  type CompanyEvent,
  type CompanySettingsEvent,
  companyEvents,
  companySettingsEvents,
  type PriceEvent,
  priceEvents,
  type TemplateEvent,
  templateEvents,
} from '#kernel/events/reference-data.ts'
import { type SanctionCheckEvent, sanctionCheckEvents } from '#kernel/events/sanction-check.ts'
import type { EventStore, StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import {
  type Decoder,
  decodeEvents,
  type Recorded,
} from '#kernel/platform/recording/event-codec.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'

/** All that a table shows anything of. */
export type ShownEvent =
  | CompanyEvent
  | CompanySettingsEvent
  | ApiKeyEvent
  | PriceEvent
  | TemplateEvent
  | BankAccountEvent
  | CustomerEvent
  | CustomerFormEvent
  | PersonFormsEvent
  | RegisterEvent
  | IdvSessionEvent
  | BankTransactionEvent
  | ExpenseVoucherEvent
  | InvoiceEvent
  | KmtsVerificationEvent
  | BankQueryEvent
  | SanctionCheckEvent
  | PersonEvent

const decoders = new Map<string, Decoder<ShownEvent>>([
  ['company', companyEvents],
  ['companySettings', companySettingsEvents],
  ['apiKey', apiKeyEvents],
  ['price', priceEvents],
  ['template', templateEvents],
  ['bankAccount', bankAccountEvents],
  ['customer', customerEvents],
  ['customerForm', customerFormEvents],
  ['personForms', personFormsEvents],
  ['customerEvent', registerEvents],
  ['idvSession', idvSessionEvents],
  ['bankTransaction', bankTransactionEvents],
  ['expenseVoucher', expenseVoucherEvents],
  ['invoice', invoiceEvents],
  ['kmtsVerification', kmtsVerificationEvents],
  ['bankQuery', bankQueryEvents],
  ['sanctionCheck', sanctionCheckEvents],
  ['person', personEvents],
])

const PAGE = 500

/** The whole log, in order, as far as it is shown anywhere. */
export async function decodedLog(
  eventStore: EventStore,
  vault: Vault,
): Promise<readonly Recorded<ShownEvent>[]> {
  const decoded: Recorded<ShownEvent>[] = []
  let page: StoredEvent[] = []
  const decodePage = async () => {
    decoded.push(...(await decodeEvents(vault, (stream) => decoders.get(nounOf(stream)), page)))
    page = []
  }
  for await (const event of eventStore.readLog(START_OF_LOG)) {
    page.push(event)
    if (page.length === PAGE) await decodePage()
  }
  await decodePage()
  return decoded
}

const nounOf = (stream: string) => stream.split('-', 1)[0] ?? ''
