import { Type } from 'typebox'
import { type EventOf, eventFamily, internal, open, personal } from './event-family.ts'
import { boolean, decimal, id, instant, oneOf, orNull, string } from './fields.ts'

// These shapes are on disk for ever. Change one only by a new version with an upcaster.

const Seller = Type.Object({
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

const Template = Type.Object({
  id,
  key: string,
  title: string,
  lineName: string,
  material: string,
})

/** The claims that a voucher holds, by the streams they stand in; released when it is given up. */
const Claims = Type.Object({ ledger: string, transaction: orNull(string) })

const StockMovement = Type.Object({
  direction: oneOf('in', 'out'),
  material: string,
  quantity: decimal,
  unitType: string,
})

export const expenseVoucherEvents = eventFamily('expenseVoucher', {
  VoucherDrafted: {
    voucherId: open(id),
    source: open(oneOf('bankTransaction', 'manual')),
    bankTransactionId: open(orNull(id)),
    documentMode: open(oneOf('paper', 'electronic')),
    environment: internal(orNull(oneOf('test', 'live'))),
    seller: personal(Seller),
    /** Keyed pseudonym of the seller in this company. */
    personRef: open(string),
    transactionDate: open(instant),
    serial: open(string),
    /** The number that the client gave, if it gave one. */
    givenNumber: open(orNull(string)),
    amount: open(decimal),
    exchanges: open(decimal),
    price: open(decimal),
    quantity: open(decimal),
    unitType: open(oneOf('GRM', 'C62')),
    attribute: open(string),
    template: open(Template),
    description: personal(orNull(string)),
    currentCode: internal(orNull(string)),
    bankName: internal(orNull(string)),
    invoiceNo: internal(orNull(string)),
    isSwap: internal(orNull(boolean)),
    claims: internal(Claims),
  },
  FinalizationRequested: {
    voucherId: open(id),
    serial: open(string),
    givenNumber: open(orNull(string)),
    /** The number book, and the revision from which this voucher's number can stand in it. */
    book: internal(string),
    bookRevision: internal(string),
  },
  VoucherFinalized: {
    voucherId: open(id),
    serial: open(string),
    number: open(string),
    printDate: open(instant),
    stockMovement: open(StockMovement),
    bankTransactionId: open(orNull(id)),
  },
  DraftDeleted: {
    voucherId: open(id),
    bankTransactionId: open(orNull(id)),
    claims: internal(Claims),
  },
  /** Nobody may create this voucher any more; what was claimed for it is released. */
  VoucherAbandoned: {
    voucherId: open(id),
    reason: open(oneOf('neverCreated', 'numberTaken')),
    claims: internal(orNull(Claims)),
  },
})

export type ExpenseVoucherEvent = EventOf<typeof expenseVoucherEvents>
