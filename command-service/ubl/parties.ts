import type { Element } from './element.ts'
import { isPersonNumber, partyElement } from './party.ts'

/** The company that issues a document. */
export interface DocumentCompany {
  readonly title: string
  readonly taxNumber: string
  readonly taxOffice: string | null
  readonly address: string | null
  readonly district: string | null
  readonly city: string | null
  readonly phone: string | null
  readonly email: string | null
}

/** Whom it is issued to: a seller or a buyer. */
export interface DocumentCustomer {
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

export const companyElement = ({ email, ...company }: DocumentCompany): Element =>
  partyElement({
    ...company,
    person: isPersonNumber(company.taxNumber) ? company.title : null,
    country: null,
    mail: email,
    webSite: null,
  })

export function customerElement({ name, ...customer }: DocumentCustomer): Element {
  const isPerson = isPersonNumber(customer.taxNumber)
  return partyElement({
    ...customer,
    title: isPerson ? null : name,
    person: isPerson ? name : null,
  })
}
