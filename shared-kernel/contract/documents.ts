import { Type } from 'typebox'
import { described } from '#kernel/records/described.ts'
import { flag, freeText, nullable, rate, Text, text } from './fields.ts'

// What vouchers and invoices have in common.

/** The refusals of requests that calculate, create or delete a document. */
export const documentErrors = [
  'VALIDATION_FAILED',
  'RESOURCE_NOT_FOUND',
  'CONFLICT',
  'BUSINESS_RULE',
  'UPSTREAM_ERROR',
] as const

/** A request's data about a document's other party. */
export const CustomerInfo = Type.Object(
  {
    nameSurname: Type.Optional(described(text(), 'Name and surname, or title.', 'Ayşe Yılmaz')),
    taxOffice: Type.Optional(described(text(), 'Tax office.', 'Beyazıt')),
    address: Type.Optional(described(freeText(), 'Street address.', 'Kalpakçılar Cad. No: 12')),
    cities: Type.Optional(described(text(), 'District.', 'Fatih')),
    states: Type.Optional(described(text(), 'Province.', 'İstanbul')),
    phone: Type.Optional(described(text(), 'Telephone number.', '905321234567')),
    email: Type.Optional(described(text(), 'E-mail address.', 'ayse@example.com')),
  },
  { additionalProperties: false, title: 'CustomerInfo' },
)

/** The item of a document, and its price. */
export const itemAndPrice = {
  templateKey: Type.Optional(
    described(
      text(),
      'The item template. Default: the company’s default template.',
      'gold-bullion',
    ),
  ),
  exchanges: Type.Optional(
    described(
      rate(),
      'Price of one gram of fine metal, or of one unit. At most 8 decimals. Default: the list price.',
      5312.8,
    ),
  ),
}

/** What only a request that creates a document says. */
export const whenCreated = {
  isDraft: Type.Optional(
    described(
      flag(),
      'Whether it is a draft. A draft has no number yet and can be deleted. Default: false.',
    ),
  ),
  allowDuplicate: Type.Optional(
    described(flag(), 'True skips the duplicate check (same day, identity and amount).'),
  ),
}

/** The template that a calculation used. */
export const DocumentTemplate = Type.Object(
  {
    key: described(Text, 'The key for `templateKey`.', 'gold-bullion'),
    title: described(Text, 'Display name.', 'Külçe altın'),
    lineName: described(Text, 'Name of the item on the document.', 'Has altın'),
    material: described(Text, 'The material.', 'gold'),
  },
  { title: 'DocumentTemplate' },
)

/** The other party as the account and the request name it. */
export const PreviewedParty = Type.Object(
  {
    taxNumber: described(Text, 'Identity or tax number.', '10000000146'),
    name: described(nullable(Text), 'Name and surname, or title.', 'Ayşe Yılmaz'),
    city: described(nullable(Text), 'Province.', 'İstanbul'),
  },
  { title: 'PreviewedParty' },
)
