import {
  companyFaults,
  documentCompany,
  isAtNilvera,
  isMissing,
  missing,
  needsWholeParties,
} from '#command/provider-documents/company.ts'
import { creditNoteXml } from '#command/ubl/credit-note.ts'
import type { DocumentCompany } from '#command/ubl/parties.ts'
import { personName } from '#command/ubl/party.ts'
import { dayIn, timeOfDayIn } from '#kernel/domain/calendar-day.ts'
import { type Detail, detail } from '#kernel/domain/detail.ts'
import { END_CONSUMER, isTckn, isVkn } from '#kernel/domain/identity-number.ts'
import { epochMsOf, type Instant } from '#kernel/domain/instant.ts'
import { normalNumber } from '#kernel/domain/normal-number.ts'
import { officialPrefix } from '#kernel/domain/official-number.ts'
import { isMobile, phoneDigits } from '#kernel/domain/phone.ts'
import { hasLetter, realName } from '#kernel/domain/real-name.ts'
import { reject } from '#kernel/domain/rejection.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import type { CompanyEvent, CompanySettingsEvent } from '#kernel/events/reference-data.ts'
import type { VoucherContent } from './voucher.ts'

type Company = CompanyEvent['data']
type Seller = Exclude<VoucherContent['seller'], { forgotten: true }>

/** The company's settings and data at the moment when its document is prepared. */
export interface PreparationFacts {
  readonly company: Company | undefined
  readonly settings: CompanySettingsEvent['data'] | undefined
}

/** All that the electronic document is made from. */
interface Preparable {
  readonly company: DocumentCompany
  readonly seller: Seller
  /** The seller's mobile phone: digits with country code. */
  readonly phone: string
  /** Prefix of the official number. */
  readonly serial: string | null
}

/** Refuses, field by field, data that is missing or not allowed in an official document. */
export function preparableOf(
  content: VoucherContent,
  { company, settings }: PreparationFacts,
): Preparable {
  const eDocument = settings?.eDocument
  if (company === undefined || eDocument?.enabled !== true || eDocument.companyTaxNumber === null) {
    return reject('E_DOCUMENT_CONFIG_MISSING', 'Electronic vouchers are not set up.')
  }
  if (isAtNilvera(settings)) {
    const message = "The company's integrator takes no electronic vouchers."
    return reject('E_DOCUMENT_CONFIG_MISSING', message, [
      detail('companySettings.invoice.integrator', 'unsupported'),
    ])
  }
  if (normalNumber(eDocument.companyTaxNumber) !== company.taxNumber) {
    const message = "The electronic documents are set up for another company's tax number."
    return reject('E_DOCUMENT_COMPANY_MISMATCH', message)
  }
  const seller = valueUnlessForgotten(content.seller)
  const lacking = companyFaults(company, settings)
  if (lacking.length > 0) {
    return reject('E_DOCUMENT_CONFIG_MISSING', 'The company lacks what is needed.', lacking)
  }
  const phone = phoneDigits(seller?.phone ?? '')
  const faults = [
    ...sellerFaults(seller, phone),
    ...(needsWholeParties(settings)
      ? missing([
          ['customer.district', seller?.district],
          ['customer.city', seller?.city],
        ])
      : []),
  ]
  if (seller === null || phone === undefined || faults.length > 0) {
    return reject('E_DOCUMENT_DATA_INCOMPLETE', 'The voucher lacks what is needed.', faults)
  }
  return {
    company: documentCompany(company, settings),
    seller,
    phone,
    serial: officialPrefix(eDocument.serial),
  }
}

function sellerFaults(seller: Seller | null, phone: string | undefined): readonly Detail[] {
  const taxNumber = seller?.taxNumber ?? ''
  const isReal = taxNumber !== END_CONSUMER && (isTckn(taxNumber) || isVkn(taxNumber))
  const name = realName(seller?.name)
  // A person has a first and a family name; a company one of any form.
  const isWhole = !isTckn(taxNumber) || hasLetter(personName(name).firstName)
  return [
    ...(isReal ? [] : [detail('customer.taxNumber', 'identity')]),
    ...missing([['customer.name', name]]),
    ...(name === null || isWhole ? [] : [detail('customer.name', 'format')]),
    ...missing([
      ['customer.address', seller?.address],
      ['customer.phone', seller?.phone],
    ]),
    ...(isMissing(seller?.phone) || (phone !== undefined && isMobile(phone))
      ? []
      : [detail('customer.phone', 'format')]),
  ]
}

interface Issue {
  readonly uuid: string
  readonly now: Instant
  readonly timeZone: string
}

/** The voucher as the XML that is sent to the provider. */
export function documentOf(
  content: VoucherContent,
  { company, seller, serial }: Preparable,
  { uuid, now, timeZone }: Issue,
): string {
  const { attribute, quantity, unitType, amount, description } = content
  return creditNoteXml({
    uuid,
    issueDate: dayIn(timeZone, epochMsOf(now)),
    issueTime: timeOfDayIn(timeZone, epochMsOf(now)),
    serial,
    company,
    seller,
    lines: [{ name: attribute, quantity, unitType, amount }],
    note: valueUnlessForgotten(description),
  })
}
