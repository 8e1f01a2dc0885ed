import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'

type Of<Type extends ExpenseVoucherEvent['type']> = Extract<ExpenseVoucherEvent, { type: Type }>

/** When a command is given, and how long an attempt may take before it counts as unknown. */
export interface Timing {
  /** ISO 8601, UTC. */
  readonly now: string
  readonly deadlineMs: number
  /** How long after an SMS, or what may have been one, the next one can be sent. */
  readonly cooldownMs: number
}

/** What became of a call, as far as the voucher is concerned. */
export type CallOutcome<Done> =
  | { readonly kind: 'done'; readonly answer: Done }
  | ({ readonly kind: 'refused' | 'notTaken' | 'unknown' } & Failure)

export interface Failure {
  readonly errorCode: string
  readonly errorMessage: string
}

/** Where the local number will come from, should the document be accepted. */
export type Numbering = Pick<
  Of<'ProviderAccepted'>['data'],
  'serial' | 'givenNumber' | 'book' | 'bookRevision'
>

interface OfAttempt extends Timing {
  readonly attemptId: string
}

export type StartPreparation = OfAttempt & {
  readonly type: 'StartPreparation'
  readonly uuid: string
  readonly payloadHash: string
  readonly seller: { readonly taxNumber: string; readonly phone: string }
}
export type RecordPreparation = OfAttempt & {
  readonly type: 'RecordPreparation'
  readonly outcome: CallOutcome<object>
}
export type RequestSms = OfAttempt & { readonly type: 'RequestSms' }
export type RecordSms = OfAttempt & {
  readonly type: 'RecordSms'
  readonly outcome: CallOutcome<object>
}
export type StartSubmission = OfAttempt & { readonly type: 'StartSubmission' }
export type RecordSubmission = OfAttempt & {
  readonly type: 'RecordSubmission'
  readonly uuid: string
  readonly outcome: CallOutcome<{ readonly number: string; readonly acceptedAt: string }>
  /** A refusal that is about the code, so that another one may be tried. */
  readonly isCodeProblem: boolean
  readonly numbering: Numbering
}
export type RecordStatus = Timing & {
  readonly type: 'RecordStatus'
  readonly uuid: string
  readonly said: Pick<
    Of<'StatusChecked'>['data'],
    'found' | 'statusDetail' | 'reportStatus' | 'cancelled'
  >
  readonly accepted: { readonly number: string; readonly acceptedAt: string } | null
  readonly numbering: Numbering
}
export type FailCompletion = { readonly type: 'FailCompletion'; readonly now: string }
export type DeleteVoucher = OfAttempt & { readonly type: 'DeleteVoucher' }
/** Nothing where it is not being deleted, or no longer. */
export type GoOnDeleting = OfAttempt & { readonly type: 'GoOnDeleting' }
export type RecordDeletion = OfAttempt & {
  readonly type: 'RecordDeletion'
  readonly outcome: CallOutcome<object>
}
export type SettleExpired = Timing & { readonly type: 'SettleExpired' }
export type ResolveOutcome = Timing & {
  readonly type: 'ResolveOutcome'
  readonly resolvedAs: 'accepted' | 'neverArrived'
  readonly reason: string
  readonly accepted: { readonly number: string | null; readonly acceptedAt: string } | null
  readonly numbering: Numbering
}

export type ElectronicCommand =
  | StartPreparation
  | RecordPreparation
  | RequestSms
  | RecordSms
  | StartSubmission
  | RecordSubmission
  | RecordStatus
  | FailCompletion
  | DeleteVoucher
  | GoOnDeleting
  | RecordDeletion
  | SettleExpired
  | ResolveOutcome
