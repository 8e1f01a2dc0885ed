import { Type } from 'typebox'
import { DocumentParty, DocumentTemplate } from './document.ts'
import { type EventOf, eventFamily, internal, personal, publicField } from './event-family.ts'
import { boolean, decimal, id, instant, oneOf, orNull, string } from './fields.ts'

// These shapes are stored permanently. Change one only by a new version with an upcaster.

/** The streams with the claims of the voucher, which are released if it is deleted or abandoned. */
const Claims = Type.Object({ ledger: string, transaction: orNull(string) })

const StockMovement = Type.Object({
  direction: oneOf('in', 'out'),
  material: string,
  quantity: decimal,
  unitType: string,
})

/** What was bought, as `VoucherDrafted` has it: all that the public `VoucherFinalized` says of it. */
const Purchase = Type.Object({
  environment: orNull(oneOf('test', 'live')),
  transactionDate: instant,
  timeZone: orNull(string),
  day: orNull(string),
  amount: decimal,
  exchanges: decimal,
  price: decimal,
  purity: orNull(decimal),
})

/** An attempt at the provider: its id is in the call's `x-request-id` and in the metadata. */
const attempt = {
  voucherId: publicField(id),
  uuid: publicField(string),
  attemptId: publicField(string),
}

/** The provider's error, or why the outcome is unknown. The message may name the seller. */
const failure = { errorCode: publicField(string), errorMessage: personal(string) }

/** All that is known of a voucher when it is written. */
const content = {
  voucherId: publicField(id),
  source: publicField(oneOf('bankTransaction', 'manual')),
  bankTransactionId: publicField(orNull(id)),
  documentMode: publicField(oneOf('paper', 'electronic')),
  environment: publicField(orNull(oneOf('test', 'live'))),
  seller: personal(DocumentParty),
  /** Keyed pseudonym of the seller in this company. */
  personRef: publicField(string),
  transactionDate: publicField(instant),
  /** The company's, by IANA, and the date's day in it. Null where they were not recorded yet. */
  timeZone: publicField(orNull(string)),
  day: publicField(orNull(string)),
  serial: publicField(string),
  amount: publicField(decimal),
  exchanges: publicField(decimal),
  /** Fine grams in one unit, as the template said; null where it was not recorded yet. */
  purity: publicField(orNull(decimal)),
  price: publicField(decimal),
  quantity: publicField(decimal),
  unitType: publicField(oneOf('GRM', 'C62')),
  attribute: publicField(string),
  template: publicField(DocumentTemplate),
  description: personal(orNull(string)),
  currentCode: internal(orNull(string)),
  bankName: internal(orNull(string)),
  invoiceNo: internal(orNull(string)),
  isSwap: internal(orNull(boolean)),
  claims: internal(Claims),
}

const types = {
  VoucherDrafted: {
    ...content,
    /** The number in the request; null if it had none. */
    givenNumber: publicField(orNull(string)),
  },
  /** Another system issued it, before its company came to this one. It is read-only; the last one of these counts. */
  VoucherImported: {
    ...content,
    number: publicField(string),
    printDate: publicField(instant),
    /** Of an electronic voucher; null for paper. */
    uuid: publicField(orNull(string)),
    officialNumber: publicField(orNull(string)),
    cancelledAt: publicField(orNull(instant)),
  },
  FinalizationRequested: {
    voucherId: publicField(id),
    serial: publicField(string),
    givenNumber: publicField(orNull(string)),
    /** The number book, and the revision from which it may hold this voucher's number. */
    book: internal(string),
    bookRevision: internal(string),
  },
  VoucherFinalized: {
    voucherId: publicField(id),
    serial: publicField(string),
    number: publicField(string),
    printDate: publicField(instant),
    stockMovement: publicField(StockMovement),
    /** Null where it was not recorded yet. */
    purchase: publicField(orNull(Purchase)),
    bankTransactionId: publicField(orNull(id)),
  },
  DraftDeleted: {
    voucherId: publicField(id),
    bankTransactionId: publicField(orNull(id)),
    claims: internal(Claims),
  },
  /** The voucher can no longer be created. Its claims are released. */
  VoucherAbandoned: {
    voucherId: publicField(id),
    reason: publicField(oneOf('neverCreated', 'numberTaken')),
    claims: internal(orNull(Claims)),
  },
  PreparationStarted: {
    ...attempt,
    /** Keyed hash of the document that is sent. */
    payloadHash: internal(string),
    seller: personal(Type.Object({ taxNumber: string, phone: string })),
    startedAt: publicField(instant),
  },
  VoucherPrepared: { ...attempt, preparedAt: publicField(instant) },
  PreparationRefused: { ...attempt, ...failure, refusedAt: publicField(instant) },
  PreparationUnknown: { ...attempt, ...failure, givenUpAt: publicField(instant) },
  SmsRequested: { ...attempt, requestedAt: publicField(instant) },
  SmsSent: { ...attempt, sentAt: publicField(instant), retryAt: publicField(instant) },
  SmsRefused: {
    ...attempt,
    ...failure,
    state: publicField(oneOf('prepared', 'verification_pending')),
    refusedAt: publicField(instant),
  },
  SmsUnknown: {
    ...attempt,
    ...failure,
    state: publicField(oneOf('prepared', 'verification_pending')),
    /** The code may have been sent, so the next one has to wait. */
    retryAt: publicField(instant),
    givenUpAt: publicField(instant),
  },
  SubmissionStarted: { ...attempt, startedAt: publicField(instant) },
  /** The code was wrong or expired, or the provider did not examine the submission. */
  CodeRefused: { ...attempt, ...failure, refusedAt: publicField(instant) },
  SubmissionRefused: {
    ...attempt,
    /** Null when the provider said so as it was asked. */
    attemptId: publicField(orNull(string)),
    ...failure,
    refusedAt: publicField(instant),
  },
  SubmissionUnknown: { ...attempt, ...failure, givenUpAt: publicField(instant) },
  ProviderAccepted: {
    ...attempt,
    /** Null when the provider said so as it was asked. */
    attemptId: publicField(orNull(string)),
    /** Null only if an operator decided and the provider could not be asked. */
    officialNumber: publicField(orNull(string)),
    /** The provider's time. */
    acceptedAt: publicField(instant),
    /** The serial of the local number, as in `FinalizationRequested`. */
    serial: publicField(string),
    givenNumber: publicField(orNull(string)),
    book: internal(string),
    bookRevision: internal(string),
  },
  /** The document is official, but a rule of Sarraf forbids its completion. */
  LocalCompletionFailed: {
    voucherId: publicField(id),
    uuid: publicField(string),
    reason: publicField(oneOf('bankAccountInactive')),
    failedAt: publicField(instant),
  },
  StatusChecked: {
    voucherId: publicField(id),
    uuid: publicField(string),
    found: publicField(oneOf('draft', 'accepted', 'rejected', 'cancelled', 'notFound')),
    statusDetail: personal(orNull(string)),
    reportStatus: publicField(orNull(oneOf('NotReported', 'Reported'))),
    cancelled: publicField(orNull(boolean)),
    checkedAt: publicField(instant),
  },
  DeletionStarted: {
    ...attempt,
    state: publicField(oneOf('draft', 'prepared', 'verification_pending', 'failed')),
    startedAt: publicField(instant),
  },
  DeletionRefused: {
    ...attempt,
    ...failure,
    state: publicField(oneOf('draft', 'prepared', 'verification_pending', 'failed')),
    refusedAt: publicField(instant),
  },
  /** It is unknown whether the provider has cancelled the draft; the deletion continues. */
  DeletionUnknown: { ...attempt, ...failure, givenUpAt: publicField(instant) },
  /** An operator has decided the outcome of a submission; the metadata names the operator. */
  OutcomeResolved: {
    voucherId: publicField(id),
    uuid: publicField(string),
    resolvedAs: publicField(oneOf('accepted', 'neverArrived')),
    reason: internal(string),
    resolvedAt: publicField(instant),
  },
  /** The official document was cancelled at the authority: it is no longer a live one, and keeps its number. */
  VoucherCancelled: { voucherId: publicField(id), cancelledAt: publicField(instant) },
  /** An answer to an attempt that was settled otherwise. The document stays as it is; its row counts as changed. */
  LateAnswerReceived: {
    ...attempt,
    outcome: publicField(oneOf('accepted', 'refused')),
    officialNumber: publicField(orNull(string)),
    receivedAt: publicField(instant),
  },
}

export const expenseVoucherEvents = eventFamily('expenseVoucher', types, {
  VoucherDrafted: [
    (data) => ({ ...data, purity: null }),
    (data) => ({ ...data, timeZone: null, day: null }),
  ],
  VoucherFinalized: [(data) => ({ ...data, purchase: null })],
})

export type ExpenseVoucherEvent = EventOf<typeof expenseVoucherEvents>
