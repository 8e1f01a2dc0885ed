import { type Element, optional, xmlText } from './element.ts'

/** One side of a document. */
export interface Party {
  /** 11 digits are a person's national number (TCKN), 10 a taxpayer's (VKN). */
  readonly taxNumber: string
  readonly title: string | null
  /** First and family name in one, of who trades as a person. */
  readonly person: string | null
  readonly taxOffice: string | null
  readonly address: string | null
  readonly district: string | null
  readonly city: string | null
  readonly country: string | null
  readonly phone: string | null
  readonly mail: string | null
  readonly webSite: string | null
}

const HOME = 'Türkiye'

export const isPersonNumber = (taxNumber: string): boolean => taxNumber.length === 11

export const partyElement = (party: Party): Element => ({
  ...optional('cbc:WebsiteURI', party.webSite),
  'cac:PartyIdentification': {
    'cbc:ID': {
      '@schemeID': isPersonNumber(party.taxNumber) ? 'TCKN' : 'VKN',
      '#': party.taxNumber,
    },
  },
  ...within('cac:PartyName', optional('cbc:Name', party.title)),
  'cac:PostalAddress': addressElement(party),
  ...within('cac:PartyTaxScheme', within('cac:TaxScheme', optional('cbc:Name', party.taxOffice))),
  ...within('cac:Contact', {
    ...optional('cbc:Telephone', party.phone),
    ...optional('cbc:ElectronicMail', party.mail),
  }),
  ...within('cac:Person', personElement(party.person)),
})

/** District and city always stand there: UBL-TR asks for them, be they empty. */
const addressElement = ({ address, district, city, country }: Party): Element => ({
  ...optional('cbc:StreetName', address),
  'cbc:CitySubdivisionName': district ?? '',
  'cbc:CityName': city ?? '',
  'cac:Country': { 'cbc:Name': xmlText(country ?? '') || HOME },
})

/** The last word is the family name. */
function personElement(name: string | null): Element {
  const words = xmlText(name ?? '').split(' ')
  return {
    ...optional('cbc:FirstName', words.slice(0, -1).join(' ')),
    ...optional('cbc:FamilyName', words.at(-1) ?? null),
  }
}

const within = (name: string, content: Element): Element =>
  Object.keys(content).length === 0 ? {} : { [name]: content }
