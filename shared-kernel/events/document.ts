import { type Static, Type } from 'typebox'
import { id, orNull, string } from './fields.ts'

// Parts of vouchers and invoices alike. A change of one needs a new version of the events of both.

/** The seller of a voucher, or the buyer of an invoice. */
export const DocumentParty = Type.Object({
  taxNumber: string,
  name: orNull(string),
  taxOffice: orNull(string),
  address: orNull(string),
  district: orNull(string),
  city: orNull(string),
  phone: orNull(string),
  mail: orNull(string),
  webSite: orNull(string),
  country: orNull(string),
})
export type DocumentParty = Readonly<Static<typeof DocumentParty>>

/** The template that a document was made from, as it was then. */
export const DocumentTemplate = Type.Object({
  id,
  key: string,
  title: string,
  lineName: string,
  material: string,
})
