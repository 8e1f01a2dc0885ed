import type { RejectionCode } from '#kernel/domain/rejection.ts'
import type { ExpenseVoucherEvent } from './expense-voucher.ts'
import { type NextStates, nextState, statesWaitingFor, type WaitsFor } from './life.ts'

// The life of an electronic voucher's document: for each state, what may be done, what counts and what it waits for;
// for each event, the state that follows it. ARCHITECTURE.md draws the ways between the states.

export const E_DOCUMENT_STATES = [
  'draft',
  'preparing',
  'prepared',
  'sms_sending',
  'verification_pending',
  'dispatching',
  'provider_accepted',
  'sent',
  'failed',
  'review_required',
  'deleting',
] as const

export type State = (typeof E_DOCUMENT_STATES)[number]
export type Verb = 'prepare' | 'sms' | 'confirm' | 'status' | 'file' | 'delete'

interface Standing {
  /** The verbs that are refused, and by which code; all others are allowed. */
  readonly refuses: Readonly<Partial<Record<Verb, RejectionCode>>>
  readonly waitsFor?: WaitsFor
  /** What is recorded of the call that may be running, once it is past its deadline. */
  readonly afterDeadline?: 'PreparationUnknown' | 'SmsUnknown' | 'SubmissionUnknown'
  /** An answer of the provider that it has accepted the document makes it official, however late. */
  readonly canBeAccepted?: true
  /** A status of the provider that it has refused or cancelled the document counts. */
  readonly canBeRefused?: true
}

const busy = 'E_DOCUMENT_BUSY'
const review = 'E_DOCUMENT_REVIEW_REQUIRED'
const notPrepared = 'E_DOCUMENT_NOT_PREPARED'
const noCode = 'VERIFICATION_REQUIRED'

const calling = {
  waitsFor: 'answer',
  refuses: { prepare: busy, sms: busy, confirm: busy, delete: busy, status: busy, file: busy },
} as const

const life = {
  draft: {
    refuses: { sms: notPrepared, confirm: noCode, file: notPrepared },
  },
  preparing: { ...calling, afterDeadline: 'PreparationUnknown' },
  prepared: {
    refuses: { confirm: noCode },
    waitsFor: 'nextStep',
    canBeAccepted: true,
    canBeRefused: true,
  },
  sms_sending: { ...calling, afterDeadline: 'SmsUnknown' },
  verification_pending: {
    refuses: {},
    waitsFor: 'nextStep',
    canBeAccepted: true,
    canBeRefused: true,
  },
  dispatching: { ...calling, afterDeadline: 'SubmissionUnknown', canBeAccepted: true },
  provider_accepted: {
    refuses: { prepare: busy, sms: busy, confirm: busy, delete: busy },
    waitsFor: 'completion',
  },
  sent: {
    refuses: { prepare: 'CONFLICT', sms: 'CONFLICT', confirm: 'CONFLICT', delete: 'CONFLICT' },
  },
  failed: {
    refuses: { sms: notPrepared, confirm: noCode, file: notPrepared },
    waitsFor: 'nextStep',
    canBeAccepted: true,
  },
  review_required: {
    refuses: { prepare: review, sms: review, confirm: review, delete: review },
    waitsFor: 'question',
    canBeAccepted: true,
    canBeRefused: true,
  },
  // A deletion of unknown outcome may be asked for again: to cancel twice is the same as once.
  deleting: {
    refuses: { prepare: busy, sms: busy, confirm: busy, status: busy, file: busy },
    waitsFor: 'cancellation',
  },
} as const satisfies Record<State, Standing>

/** The states that allow a verb. */
export type Allowing<Asked extends Verb> = {
  [Each in State]: Asked extends keyof (typeof life)[Each]['refuses'] ? never : Each
}[State]

export const standingIn = (state: State): Standing => life[state]

export const voucherStatesWaitingFor = (...what: readonly WaitsFor[]): readonly State[] =>
  statesWaitingFor(E_DOCUMENT_STATES, (state) => standingIn(state).waitsFor, what)

export const voucherStatesAllowing = (verb: Verb): readonly State[] =>
  E_DOCUMENT_STATES.filter((state) => standingIn(state).refuses[verb] === undefined)

/** The state after each event of the voucher. */
const afterEvent: NextStates<ExpenseVoucherEvent, State> = {
  VoucherDrafted: null,
  VoucherImported: 'sent',
  FinalizationRequested: null,
  VoucherFinalized: 'sent',
  PreparationStarted: 'preparing',
  VoucherPrepared: 'prepared',
  PreparationRefused: 'failed',
  PreparationUnknown: 'draft',
  SmsRequested: 'sms_sending',
  SmsSent: 'verification_pending',
  SmsRefused: ({ state }) => state,
  SmsUnknown: ({ state }) => state,
  SubmissionStarted: 'dispatching',
  CodeRefused: 'verification_pending',
  SubmissionRefused: 'failed',
  SubmissionUnknown: 'review_required',
  ProviderAccepted: 'provider_accepted',
  LocalCompletionFailed: 'review_required',
  LateAnswerReceived: null,
  StatusChecked: null,
  OutcomeResolved: ({ resolvedAs }) => (resolvedAs === 'accepted' ? null : 'failed'),
  VoucherCancelled: null,
  DeletionStarted: 'deleting',
  DeletionRefused: ({ state }) => state,
  DeletionUnknown: null,
  DraftDeleted: null,
  VoucherAbandoned: null,
}

export const documentStateAfter = (before: State, event: ExpenseVoucherEvent): State =>
  nextState<ExpenseVoucherEvent, State>(afterEvent, before, event)
