import type { CustomerAccount } from '#command/providers/customers/port.ts'
import { normalNumber } from '#kernel/domain/normal-number.ts'
import { realName, realText } from '#kernel/domain/real-name.ts'
import type { BankTransactionEvent } from '#kernel/events/bank-transaction.ts'
import type { DocumentParty } from '#kernel/events/document.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import type { CompanySettingsEvent, TemplateEvent } from '#kernel/events/reference-data.ts'

/** The bank transaction that a document is made from. */
export type SourceTransaction = Extract<
  BankTransactionEvent,
  { type: 'BankTransactionRecorded' }
>['data']

/** The facts besides the request that a document depends on, fetched before anything is decided. */
export interface DraftFacts {
  readonly now: string
  /** The company's time zone, which determines the day of a document. */
  readonly timeZone: string
  readonly settings: CompanySettingsEvent['data'] | undefined
  /** Undefined when none was named and the company has no default. */
  readonly template: TemplateEvent['data'] | undefined
  /** List price of the template's material. */
  readonly price: string | undefined
  /** The account of `partyNumberOf`. */
  readonly account: CustomerAccount | undefined
  /** The source, when it is a bank transaction. */
  readonly transaction: SourceTransaction | undefined
}

/** The date of the document: the one given, else the transaction's, else now. */
export const documentDate = (
  { transactionDate }: { readonly transactionDate?: string },
  { transaction, now }: Pick<DraftFacts, 'transaction' | 'now'>,
): string => transactionDate ?? transaction?.transactionDate ?? now

/** The fields of a request that describe the party. */
interface PartyRequest {
  readonly idNo?: string
  readonly nameSurname?: string
  readonly customerInfo?: {
    readonly nameSurname?: string
    readonly taxOffice?: string
    readonly address?: string
    readonly cities?: string
    readonly states?: string
    readonly phone?: string
    readonly email?: string
  }
}

/** The number given, else the one of the person at the other end of the transaction, as it was written. */
export const writtenNumberOf = (
  { idNo }: Pick<PartyRequest, 'idNo'>,
  transaction: SourceTransaction | undefined,
): string | undefined => idNo ?? realText(counterpartyOf(transaction)?.idNo) ?? undefined

/** The same in its normal form, which documents carry. */
export function partyNumberOf(
  request: Pick<PartyRequest, 'idNo'>,
  transaction: SourceTransaction | undefined,
): string | undefined {
  const written = writtenNumberOf(request, transaction)
  return written === undefined ? undefined : normalNumber(written)
}

const counterpartyOf = (transaction: SourceTransaction | undefined) =>
  transaction === undefined ? null : valueUnlessForgotten(transaction.counterparty)

/** Data of the request takes precedence over the customer account, and that over the bank's data. What is no value is absent. */
export function partyOf(
  taxNumber: string,
  { nameSurname, customerInfo }: PartyRequest,
  { account, transaction }: Pick<DraftFacts, 'account' | 'transaction'>,
): DocumentParty {
  return {
    taxNumber,
    name:
      realName(customerInfo?.nameSurname) ??
      realName(nameSurname) ??
      realName(account?.name) ??
      realName(nameAtBank(taxNumber, transaction)),
    taxOffice: realText(customerInfo?.taxOffice) ?? realText(account?.taxOffice),
    address: realText(customerInfo?.address) ?? realText(account?.address),
    district: realText(customerInfo?.cities) ?? realText(account?.district),
    city: realText(customerInfo?.states) ?? realText(account?.city),
    phone: realText(customerInfo?.phone) ?? realText(account?.phone),
    mail: realText(customerInfo?.email) ?? realText(account?.mail),
    webSite: null,
    country: realText(account?.country),
  }
}

/** A name belongs to a number: who pays for another person, or is paid in that one's place, is not the party. */
function nameAtBank(taxNumber: string, transaction: SourceTransaction | undefined) {
  const other = counterpartyOf(transaction)
  const number = realText(other?.idNo)
  const isParty = number === null || normalNumber(number) === normalNumber(taxNumber)
  return isParty ? other?.nameSurname : null
}
