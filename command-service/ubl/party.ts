import { hasLetter } from '#kernel/domain/real-name.ts'
import { countryCodes } from '#kernel/domain/screening/countries.ts'
import { type Element, optional, xmlText } from './element.ts'

/** One side of a document. */
export interface Party {
  /** 11 digits are a person's national number (TCKN), 10 a taxpayer's (VKN). */
  readonly taxNumber: string
  /** Numbers in other registers, by the scheme's name in the tax authority's list. */
  readonly registered: readonly (readonly [scheme: string, number: string | null])[]
  readonly title: string | null
  /** Of a sole trader. */
  readonly person: PersonName | null
  readonly taxOffice: string | null
  readonly address: string | null
  readonly district: string | null
  readonly city: string | null
  readonly country: string | null
  readonly phone: string | null
  readonly mail: string | null
  readonly webSite: string | null
}

export interface PersonName {
  readonly firstName: string
  readonly familyName: string
}

const HOME = { name: 'Türkiye', code: 'TR' }
/** For a text that the schema requires and that is not known. */
const NOT_KNOWN = '-'

export const isPersonNumber = (taxNumber: string): boolean => taxNumber.length === 11

/**
 * The last word is the family name, with what follows it and is no word (`Ali Demir 2`). A name of one word has no
 * first name.
 */
export function personName(name: string | null): PersonName {
  const words = xmlText(name ?? '').split(' ')
  const last = Math.max(words.findLastIndex(hasLetter), 0)
  return { firstName: words.slice(0, last).join(' '), familyName: words.slice(last).join(' ') }
}

export const partyElement = (party: Party): Element => ({
  ...optional('cbc:WebsiteURI', party.webSite),
  'cac:PartyIdentification': [
    identification(isPersonNumber(party.taxNumber) ? 'TCKN' : 'VKN', party.taxNumber),
    ...party.registered.flatMap(([scheme, number]) => {
      const given = xmlText(number ?? '')
      return given === '' ? [] : [identification(scheme, given)]
    }),
  ],
  ...within('cac:PartyName', optional('cbc:Name', party.title)),
  'cac:PostalAddress': addressElement(party),
  ...within('cac:PartyTaxScheme', within('cac:TaxScheme', optional('cbc:Name', party.taxOffice))),
  ...within('cac:Contact', {
    ...optional('cbc:Telephone', party.phone),
    ...optional('cbc:ElectronicMail', party.mail),
  }),
  ...within('cac:Person', personElement(party.person)),
})

const identification = (scheme: string, number: string): Element => ({
  'cbc:ID': { '@schemeID': scheme, '#': number },
})

/** The schema asks for district and city; an empty element is refused by integrators. */
const addressElement = ({ address, district, city, country }: Party): Element => ({
  ...optional('cbc:StreetName', address),
  'cbc:CitySubdivisionName': xmlText(district ?? '') || NOT_KNOWN,
  'cbc:CityName': xmlText(city ?? '') || NOT_KNOWN,
  'cac:Country': countryElement(xmlText(country ?? '')),
})

function countryElement(country: string): Element {
  const name = country || HOME.name
  const [code] = country === '' ? [HOME.code] : countryCodes(country)
  return { ...optional('cbc:IdentificationCode', code?.toUpperCase() ?? null), 'cbc:Name': name }
}

const personElement = (person: PersonName | null): Element =>
  person === null || person.familyName === ''
    ? {}
    : {
        ...optional('cbc:FirstName', person.firstName || NOT_KNOWN),
        ...optional('cbc:FamilyName', person.familyName),
      }

const within = (name: string, content: Element): Element =>
  Object.keys(content).length === 0 ? {} : { [name]: content }
