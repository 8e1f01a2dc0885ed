import { Type } from 'typebox'
import { described } from './described.ts'
import { nullableText, orNull, text } from './field.ts'

/** The columns of a document's other party; null once the person has been forgotten. */
export const partyFields = {
  taxOffice: orNull(text),
  address: orNull(text),
  district: orNull(text),
  city: orNull(text),
  phone: orNull(text),
  mail: orNull(text),
  webSite: orNull(text),
  country: orNull(text),
}

interface NameRow {
  readonly id_no: string | null
  readonly name: string | null
}

interface PartyRow extends NameRow {
  readonly tax_office: string | null
  readonly address: string | null
  readonly district: string | null
  readonly city: string | null
  readonly phone: string | null
  readonly mail: string | null
  readonly web_site: string | null
  readonly country: string | null
}

const shortParty = {
  taxNumber: described(nullableText, 'Identity or tax number.', '10000000146'),
  name: described(nullableText, 'Name and surname, or title.', 'Ayşe Yılmaz'),
}

export const PartyName = Type.Object(shortParty, { title: 'PartyName' })
export const partyName = ({ id_no: taxNumber, name }: NameRow) => ({ taxNumber, name })

/** The full data of a document's other party. */
export const Party = Type.Object(
  {
    ...shortParty,
    taxOffice: described(nullableText, 'Tax office.', 'Beyazıt'),
    address: described(nullableText, 'Street address.', 'Kalpakçılar Cad. No: 12'),
    district: described(nullableText, 'District.', 'Fatih'),
    city: described(nullableText, 'Province.', 'İstanbul'),
    phone: described(nullableText, 'Telephone number.', '905321234567'),
    mail: described(nullableText, 'E-mail address.', 'ayse@example.com'),
    webSite: described(nullableText, 'Web site.', 'https://example.com'),
    country: described(nullableText, 'Country.', 'Türkiye'),
  },
  { title: 'Party' },
)
export const party = (row: PartyRow) => ({
  ...partyName(row),
  taxOffice: row.tax_office,
  address: row.address,
  district: row.district,
  city: row.city,
  phone: row.phone,
  mail: row.mail,
  webSite: row.web_site,
  country: row.country,
})
