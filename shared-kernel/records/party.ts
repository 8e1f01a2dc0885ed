import { Type } from 'typebox'
import { orNull, text } from './field.ts'

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

const nullableText = orNull(text).schema
const shortParty = { taxNumber: nullableText, name: nullableText }

export const PartyName = Type.Object(shortParty, { title: 'PartyName' })
export const partyName = ({ id_no: taxNumber, name }: NameRow) => ({ taxNumber, name })

/** The full data of a document's other party. */
export const Party = Type.Object(
  {
    ...shortParty,
    taxOffice: nullableText,
    address: nullableText,
    district: nullableText,
    city: nullableText,
    phone: nullableText,
    mail: nullableText,
    webSite: nullableText,
    country: nullableText,
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
