import type { CustomerAccount } from '#command/providers/customers/port.ts'
import type { Detail } from '#kernel/contract/envelope.ts'
import { END_CONSUMER, isValidIdentityNumber } from '#kernel/domain/identity-number.ts'
import { known } from '#kernel/events/event-family.ts'
import type { InvoiceRequest, InvoiceTransaction } from './invoice-request.ts'

export interface InvoiceCustomer {
  readonly taxNumber: string
  readonly name: string | null
  readonly taxOffice: string | null
  readonly address: string | null
  readonly district: string | null
  readonly city: string | null
  readonly phone: string | null
  readonly mail: string | null
  readonly webSite: string | null
  readonly country: string | null
}

const END_CONSUMER_NAME = 'Nihai Tüketici'

/** The number given, else the transaction's sender; whose account is to be looked up. */
export const customerNumberOf = (
  { idNo }: Pick<InvoiceRequest, 'idNo'>,
  transaction: InvoiceTransaction | undefined,
): string | undefined => idNo ?? senderOf(transaction)?.idNo ?? undefined

/** Whether the taxpayer registry can know the number at all. */
export const canBeTaxpayer = (taxNumber: string): boolean => isValidIdentityNumber(taxNumber)

export function identityViolations(
  taxNumber: string | undefined,
  isValidationRequired: boolean,
): readonly Detail[] {
  if (taxNumber === undefined) return [{ field: 'data.idNo', rule: 'required' }]
  const isAccepted = taxNumber === END_CONSUMER || isValidIdentityNumber(taxNumber)
  return isAccepted || !isValidationRequired ? [] : [{ field: 'data.idNo', rule: 'identity' }]
}

interface Sources {
  readonly account: CustomerAccount | undefined
  readonly transaction: InvoiceTransaction | undefined
}

/** What the request says of the buyer counts before the customer account, that before the bank. */
export function customerOf(
  taxNumber: string,
  { nameSurname, customerInfo }: InvoiceRequest,
  { account, transaction }: Sources,
): InvoiceCustomer {
  const name = customerInfo?.nameSurname ?? nameSurname ?? account?.name
  return {
    taxNumber,
    name: name ?? nameOfSender(taxNumber, transaction) ?? nameOfNobody(taxNumber),
    taxOffice: customerInfo?.taxOffice ?? account?.taxOffice ?? null,
    address: customerInfo?.address ?? account?.address ?? null,
    district: customerInfo?.cities ?? account?.district ?? null,
    city: customerInfo?.states ?? account?.city ?? null,
    phone: customerInfo?.phone ?? account?.phone ?? null,
    mail: customerInfo?.email ?? account?.mail ?? null,
    webSite: null,
    country: account?.country ?? null,
  }
}

const senderOf = (transaction: InvoiceTransaction | undefined) =>
  transaction === undefined ? null : known(transaction.counterparty)

/** Who pays for somebody else is not the buyer. */
function nameOfSender(taxNumber: string, transaction: InvoiceTransaction | undefined) {
  const sender = senderOf(transaction)
  const isBuyer = sender?.idNo == null || sender.idNo === taxNumber
  return isBuyer ? sender?.nameSurname : undefined
}

const nameOfNobody = (taxNumber: string) => (taxNumber === END_CONSUMER ? END_CONSUMER_NAME : null)
