import { Type } from 'typebox'
import { DocumentParty, DocumentTemplate } from './document.ts'
import { type EventOf, eventFamily, internal, personal, publicField } from './event-family.ts'
import { boolean, decimal, id, instant, list, oneOf, orNull, string } from './fields.ts'

// These shapes are stored permanently. Change one only by a new version with an upcaster.

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

/** The streams with the claims of the invoice, which are released if it is deleted or abandoned. */
const Claims = Type.Object({ ledger: orNull(string), transaction: orNull(string) })

/** An attempt at the integrator: its id is in the call's `x-request-id` and in the metadata. */
const attempt = {
  invoiceId: publicField(id),
  uuid: publicField(string),
  attemptId: publicField(string),
}

/** The integrator's error, or why the outcome is unknown. The message may name the customer. */
const failure = { errorCode: publicField(string), errorMessage: personal(string) }

/** All that is known of an invoice when it is written. */
const content = {
  invoiceId: publicField(id),
  source: publicField(oneOf('bankTransaction', 'manual')),
  bankTransactionId: publicField(orNull(id)),
  invoiceType: publicField(oneOf('ISTISNA', 'OZELMATRAH', 'SATIS')),
  exemptionCode: publicField(orNull(string)),
  channel: publicField(oneOf('einvoice', 'earchive')),
  /** Fixed at the request; later changes of the settings do not affect it. */
  environment: publicField(oneOf('test', 'live')),
  integrator: internal(orNull(string)),
  /** Prefix of the official number. */
  serial: internal(orNull(string)),
  customer: personal(DocumentParty),
  /** Keyed pseudonym of the customer in this company. */
  personRef: publicField(string),
  transactionDate: publicField(instant),
  /** The company's, by IANA, and the date's day in it. Null where they were not recorded yet. */
  timeZone: publicField(orNull(string)),
  day: publicField(orNull(string)),
  paymentDate: publicField(instant),
  amount: publicField(decimal),
  exchanges: publicField(decimal),
  /** Fine grams in one unit, as the template said; null where it was not recorded yet. */
  purity: publicField(orNull(decimal)),
  template: publicField(DocumentTemplate),
  lines: publicField(list(Line)),
  totals: publicField(Totals),
  payment: personal(Payment),
  description: personal(orNull(string)),
  currentCode: internal(orNull(string)),
  claims: internal(Claims),
}

const types = {
  /** The complete invoice, recorded before anything is sent. */
  InvoiceRequested: {
    ...content,
    uuid: publicField(string),
    isDraft: publicField(boolean),
  },
  /** Another system issued it, before its company came to this one. It is read-only; the last one of these counts. */
  InvoiceImported: {
    ...content,
    /** Null where the other system did not tell it. */
    uuid: publicField(orNull(string)),
    invoiceNumber: publicField(string),
    cancelledAt: publicField(orNull(instant)),
  },
  SubmissionStarted: {
    ...attempt,
    /** Keyed hash of the document that is sent. */
    payloadHash: internal(string),
    startedAt: publicField(instant),
  },
  InvoiceIssued: {
    ...attempt,
    /** Null if a status query settled the outcome, or an operator decided. */
    attemptId: publicField(orNull(string)),
    /** Null only if an operator decided and the integrator could not be asked. */
    invoiceNumber: publicField(orNull(string)),
    /** The integrator's time. */
    issuedAt: publicField(instant),
  },
  /** The integrator keeps it as a draft. */
  DraftKept: { ...attempt, keptAt: publicField(instant) },
  SubmissionRefused: {
    ...attempt,
    attemptId: publicField(orNull(string)),
    ...failure,
    refusedAt: publicField(instant),
    claims: internal(Claims),
  },
  SubmissionUnknown: { ...attempt, ...failure, givenUpAt: publicField(instant) },
  /** The integrator was asked for the status; its answer settled nothing. */
  StatusAsked: {
    invoiceId: publicField(id),
    uuid: publicField(string),
    found: publicField(oneOf('draft', 'notFound', 'unclear')),
    askedAt: publicField(instant),
    /** The time of the next status query. */
    nextAt: publicField(instant),
  },
  DraftDeletionStarted: { ...attempt, startedAt: publicField(instant) },
  DraftDeletionRefused: { ...attempt, ...failure, refusedAt: publicField(instant) },
  DraftDeletionUnknown: { ...attempt, ...failure, givenUpAt: publicField(instant) },
  /** The integrator's draft is gone. */
  DraftDeleted: {
    invoiceId: publicField(id),
    uuid: publicField(string),
    bankTransactionId: publicField(orNull(id)),
    claims: internal(Claims),
    deletedAt: publicField(instant),
  },
  /** The local record of a manual draft is gone. */
  RecordDeleted: {
    invoiceId: publicField(id),
    claims: internal(Claims),
    deletedAt: publicField(instant),
  },
  /** The invoice can no longer be created. Its claims are released. */
  InvoiceAbandoned: { invoiceId: publicField(id), claims: internal(orNull(Claims)) },
  /** An operator has decided the outcome of a submission; the metadata names the operator. */
  OutcomeResolved: {
    invoiceId: publicField(id),
    uuid: publicField(string),
    resolvedAs: publicField(oneOf('accepted', 'neverArrived')),
    reason: internal(string),
    claims: internal(Claims),
    resolvedAt: publicField(instant),
  },
  InvoiceCancelled: { invoiceId: publicField(id), cancelledAt: publicField(instant) },
}

export const invoiceEvents = eventFamily('invoice', types, {
  InvoiceRequested: [(data) => ({ ...data, purity: null, timeZone: null, day: null })],
})

export type InvoiceEvent = EventOf<typeof invoiceEvents>
