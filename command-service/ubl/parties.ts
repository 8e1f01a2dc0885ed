import type { DocumentParty } from '#kernel/events/document.ts'
import type { Element } from './element.ts'
import { isPersonNumber, type PersonName, partyElement, personName } from './party.ts'

/** The company that issues a document. */
export interface DocumentCompany {
  readonly title: string
  /** Of a sole trader; null where the title is the owner's name. */
  readonly owner: PersonName | null
  /** In the central register of companies. */
  readonly mersisNo: string | null
  readonly tradeRegisterNo: string | null
  readonly taxNumber: string
  readonly taxOffice: string | null
  readonly address: string | null
  readonly district: string | null
  readonly city: string | null
  readonly phone: string | null
  readonly email: string | null
}

export const companyElement = ({ email, ...company }: DocumentCompany): Element =>
  partyElement({
    ...company,
    registered: [
      ['MERSISNO', company.mersisNo],
      ['TICARETSICILNO', company.tradeRegisterNo],
    ],
    person: isPersonNumber(company.taxNumber) ? (company.owner ?? personName(company.title)) : null,
    country: null,
    mail: email,
    webSite: null,
  })

export function customerElement({ name, ...customer }: DocumentParty): Element {
  const isPerson = isPersonNumber(customer.taxNumber)
  return partyElement({
    ...customer,
    registered: [],
    title: isPerson ? null : name,
    person: isPerson ? personName(name) : null,
  })
}
