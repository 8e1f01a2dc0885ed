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

/** An attempt at the provider: its id is in the call's `x-request-id` and in the metadata. */
const attempt = { voucherId: open(id), uuid: open(string), attemptId: open(string) }

/** What the provider said, or why nobody knows what it did; its own words may name the seller. */
const failure = { errorCode: open(string), errorMessage: personal(string) }

export const expenseVoucherEvents = eventFamily('expenseVoucher', {
  VoucherDrafted: {
    voucherId: open(id),
    source: open(oneOf('bankTransaction', 'manual')),
    bankTransactionId: open(orNull(id)),
    documentMode: open(oneOf('paper', 'electronic')),
    environment: open(orNull(oneOf('test', 'live'))),
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
  PreparationStarted: {
    ...attempt,
    /** Keyed hash of the document that is sent. */
    payloadHash: internal(string),
    seller: personal(Type.Object({ taxNumber: string, phone: string })),
    startedAt: open(instant),
  },
  VoucherPrepared: { ...attempt, preparedAt: open(instant) },
  PreparationRefused: { ...attempt, ...failure, refusedAt: open(instant) },
  PreparationUnknown: { ...attempt, ...failure, givenUpAt: open(instant) },
  SmsRequested: { ...attempt, requestedAt: open(instant) },
  SmsSent: { ...attempt, sentAt: open(instant), retryAt: open(instant) },
  SmsRefused: {
    ...attempt,
    ...failure,
    state: open(oneOf('prepared', 'verification_pending')),
    refusedAt: open(instant),
  },
  SmsUnknown: {
    ...attempt,
    ...failure,
    state: open(oneOf('prepared', 'verification_pending')),
    /** It may have been sent: another one has to wait as if it had. */
    retryAt: open(instant),
    givenUpAt: open(instant),
  },
  SubmissionStarted: { ...attempt, startedAt: open(instant) },
  /** The code was wrong or too old, or the provider did not look at the submission at all. */
  CodeRefused: { ...attempt, ...failure, refusedAt: open(instant) },
  SubmissionRefused: {
    ...attempt,
    /** Null when the provider said so as it was asked. */
    attemptId: open(orNull(string)),
    ...failure,
    refusedAt: open(instant),
  },
  SubmissionUnknown: { ...attempt, ...failure, givenUpAt: open(instant) },
  ProviderAccepted: {
    ...attempt,
    /** Null when the provider said so as it was asked. */
    attemptId: open(orNull(string)),
    /** Null only where a person decided, and the provider could not be asked. */
    officialNumber: open(orNull(string)),
    /** The provider's time. */
    acceptedAt: open(instant),
    /** Where the local number comes from, as in `FinalizationRequested`. */
    serial: open(string),
    givenNumber: open(orNull(string)),
    book: internal(string),
    bookRevision: internal(string),
  },
  /** The document is official, but something here forbids to complete it. */
  LocalCompletionFailed: {
    voucherId: open(id),
    uuid: open(string),
    reason: open(oneOf('bankAccountInactive')),
    failedAt: open(instant),
  },
  StatusChecked: {
    voucherId: open(id),
    uuid: open(string),
    found: open(oneOf('draft', 'accepted', 'rejected', 'cancelled', 'notFound')),
    statusDetail: personal(orNull(string)),
    reportStatus: open(orNull(oneOf('NotReported', 'Reported'))),
    cancelled: open(orNull(boolean)),
    checkedAt: open(instant),
  },
  DeletionStarted: {
    ...attempt,
    state: open(oneOf('draft', 'prepared', 'verification_pending', 'failed')),
    startedAt: open(instant),
  },
  DeletionRefused: {
    ...attempt,
    ...failure,
    state: open(oneOf('draft', 'prepared', 'verification_pending', 'failed')),
    refusedAt: open(instant),
  },
  /** Nobody knows whether the provider has cancelled it: the deletion goes on. */
  DeletionUnknown: { ...attempt, ...failure, givenUpAt: open(instant) },
  /** A person has decided what became of a submission; who it was is in the metadata. */
  OutcomeResolved: {
    voucherId: open(id),
    uuid: open(string),
    resolvedAs: open(oneOf('accepted', 'neverArrived')),
    reason: internal(string),
    resolvedAt: open(instant),
  },
  /** An answer to an attempt that has been settled otherwise: it is kept, and changes nothing. */
  LateAnswerReceived: {
    ...attempt,
    outcome: open(oneOf('accepted', 'refused')),
    officialNumber: open(orNull(string)),
    receivedAt: open(instant),
  },
})

export type ExpenseVoucherEvent = EventOf<typeof expenseVoucherEvents>
