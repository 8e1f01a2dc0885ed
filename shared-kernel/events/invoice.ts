import { Type } from 'typebox'
import { type EventOf, eventFamily, internal, open, personal } from './event-family.ts'
import { boolean, decimal, id, instant, list, oneOf, orNull, string } from './fields.ts'

// These shapes are on disk for ever. Change one only by a new version with an upcaster.

const Customer = Type.Object({
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

const Line = Type.Object({
  name: string,
  quantity: decimal,
  unitType: oneOf('GRM', 'C62'),
  stockCode: orNull(string),
  price: decimal,
  amount: decimal,
  lineTotal: decimal,
  kdvPercent: decimal,
  kdvTotal: decimal,
  allowancePrice: decimal,
  allowanceTotal: decimal,
  ozelMatrahTotal: decimal,
  isExtra: boolean,
  isDefault: boolean,
  isLabor: boolean,
})

const Totals = Type.Object({
  linesTotal: decimal,
  kdvTotal: decimal,
  allowanceTotal: decimal,
  payableTotal: decimal,
})

const Payment = Type.Object({
  type: oneOf('bank', 'pos', 'expense', 'other'),
  bankName: orNull(string),
  iban: orNull(string),
  approvalCode: orNull(string),
  expenseNumber: orNull(string),
  note: orNull(string),
})

/** The claims that an invoice holds, by the streams they stand in; released when it is given up. */
const Claims = Type.Object({ ledger: orNull(string), transaction: orNull(string) })

/** An attempt at the integrator: its id is in the call's `x-request-id` and in the metadata. */
const attempt = { invoiceId: open(id), uuid: open(string), attemptId: open(string) }

/** What the integrator said, or why nobody knows what it did; its own words may name the customer. */
const failure = { errorCode: open(string), errorMessage: personal(string) }

export const invoiceEvents = eventFamily('invoice', {
  /** All that the invoice is, before anything is sent; a draft stays one at the integrator. */
  InvoiceRequested: {
    invoiceId: open(id),
    uuid: open(string),
    source: open(oneOf('bankTransaction', 'manual')),
    bankTransactionId: open(orNull(id)),
    isDraft: open(boolean),
    invoiceType: open(oneOf('ISTISNA', 'OZELMATRAH', 'SATIS')),
    exemptionCode: open(orNull(string)),
    channel: open(oneOf('einvoice', 'earchive')),
    /** Where it is official: fixed with the request, whatever the settings become. */
    environment: open(oneOf('test', 'live')),
    integrator: internal(orNull(string)),
    /** Prefix of the official number. */
    serial: internal(orNull(string)),
    customer: personal(Customer),
    /** Keyed pseudonym of the customer in this company. */
    personRef: open(string),
    transactionDate: open(instant),
    paymentDate: open(instant),
    amount: open(decimal),
    exchanges: open(decimal),
    template: open(Template),
    lines: open(list(Line)),
    totals: open(Totals),
    payment: personal(Payment),
    description: personal(orNull(string)),
    currentCode: internal(orNull(string)),
    claims: internal(Claims),
  },
  SubmissionStarted: {
    ...attempt,
    /** Keyed hash of the document that is sent. */
    payloadHash: internal(string),
    startedAt: open(instant),
  },
  InvoiceIssued: {
    ...attempt,
    /** Null when the integrator said so as it was asked, or a person decided. */
    attemptId: open(orNull(string)),
    /** Null only where a person decided, and the integrator could not be asked. */
    invoiceNumber: open(orNull(string)),
    /** The integrator's time. */
    issuedAt: open(instant),
  },
  /** The integrator keeps it as a draft. */
  DraftKept: { ...attempt, keptAt: open(instant) },
  SubmissionRefused: {
    ...attempt,
    attemptId: open(orNull(string)),
    ...failure,
    refusedAt: open(instant),
    claims: internal(Claims),
  },
  SubmissionUnknown: { ...attempt, ...failure, givenUpAt: open(instant) },
  /** The integrator was asked what became of it, and what it said settles nothing. */
  StatusAsked: {
    invoiceId: open(id),
    uuid: open(string),
    found: open(oneOf('draft', 'notFound', 'unclear')),
    askedAt: open(instant),
    /** When it is asked again. */
    nextAt: open(instant),
  },
  DraftDeletionStarted: { ...attempt, startedAt: open(instant) },
  DraftDeletionRefused: { ...attempt, ...failure, refusedAt: open(instant) },
  DraftDeletionUnknown: { ...attempt, ...failure, givenUpAt: open(instant) },
  /** The integrator's draft is gone. */
  DraftDeleted: {
    invoiceId: open(id),
    uuid: open(string),
    bankTransactionId: open(orNull(id)),
    claims: internal(Claims),
    deletedAt: open(instant),
  },
  /** The local record of a manual draft is gone. */
  RecordDeleted: { invoiceId: open(id), claims: internal(Claims), deletedAt: open(instant) },
  /** Nobody may create this invoice any more; what was claimed for it is released. */
  InvoiceAbandoned: { invoiceId: open(id), claims: internal(orNull(Claims)) },
  /** A person has decided what became of a submission; who it was is in the metadata. */
  OutcomeResolved: {
    invoiceId: open(id),
    uuid: open(string),
    resolvedAs: open(oneOf('accepted', 'neverArrived')),
    reason: internal(string),
    claims: internal(Claims),
    resolvedAt: open(instant),
  },
  InvoiceCancelled: { invoiceId: open(id), cancelledAt: open(instant) },
})

export type InvoiceEvent = EventOf<typeof invoiceEvents>
