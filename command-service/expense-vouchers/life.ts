import type { RejectionCode } from '#kernel/domain/rejection.ts'
import { E_DOCUMENT_STATES, type ElectronicDocument } from '#kernel/events/electronic-document.ts'

// The life of an electronic voucher's document: for each state, what may be done and what counts. What an event
// makes of the state is in `electronic-document.ts`; ARCHITECTURE.md draws the ways between them.

export type State = ElectronicDocument['state']
export type Verb = 'prepare' | 'sms' | 'confirm' | 'status' | 'file' | 'delete'

interface Standing {
  /** The verbs that are refused, and by which code; all others are allowed. */
  readonly refuses: Readonly<Partial<Record<Verb, RejectionCode>>>
  /** What settles a document that does not stay in the state. Until then it may be stuck. */
  readonly settledBy?: 'answer' | 'completion' | 'question' | 'cancellation'
  /** What is recorded of the call that may be running, once it is past its deadline. */
  readonly afterDeadline?: 'PreparationUnknown' | 'SmsUnknown' | 'SubmissionUnknown'
  /** An answer of the provider that it has accepted the document makes it official, however late. */
  readonly canBeAccepted?: true
  /** A status of the provider that it has refused or cancelled the document counts. */
  readonly canBeRefused?: true
  readonly canBeDeleted?: true
}

const busy = 'E_DOCUMENT_BUSY'
const review = 'E_DOCUMENT_REVIEW_REQUIRED'
const notPrepared = 'E_DOCUMENT_NOT_PREPARED'
const noCode = 'VERIFICATION_REQUIRED'

const calling = {
  settledBy: 'answer',
  refuses: { prepare: busy, sms: busy, confirm: busy, delete: busy, status: busy, file: busy },
} as const

const life = {
  draft: {
    refuses: { sms: notPrepared, confirm: noCode, file: notPrepared },
    canBeDeleted: true,
  },
  preparing: { ...calling, afterDeadline: 'PreparationUnknown' },
  prepared: {
    refuses: { confirm: noCode },
    canBeAccepted: true,
    canBeRefused: true,
    canBeDeleted: true,
  },
  sms_sending: { ...calling, afterDeadline: 'SmsUnknown' },
  verification_pending: {
    refuses: {},
    canBeAccepted: true,
    canBeRefused: true,
    canBeDeleted: true,
  },
  dispatching: { ...calling, afterDeadline: 'SubmissionUnknown', canBeAccepted: true },
  provider_accepted: {
    refuses: { prepare: busy, sms: busy, confirm: busy, delete: busy },
    settledBy: 'completion',
  },
  sent: {
    refuses: { prepare: 'CONFLICT', sms: 'CONFLICT', confirm: 'CONFLICT', delete: 'CONFLICT' },
  },
  failed: {
    refuses: { sms: notPrepared, confirm: noCode, file: notPrepared },
    canBeAccepted: true,
    canBeDeleted: true,
  },
  review_required: {
    refuses: { prepare: review, sms: review, confirm: review, delete: review },
    settledBy: 'question',
    canBeAccepted: true,
    canBeRefused: true,
  },
  // A deletion of unknown outcome may be asked for again: to cancel twice is the same as once.
  deleting: {
    refuses: { prepare: busy, sms: busy, confirm: busy, status: busy, file: busy },
    settledBy: 'cancellation',
  },
} as const satisfies Record<State, Standing>

/** The states that allow a verb. */
export type Allowing<Asked extends Verb> = {
  [Each in State]: Asked extends keyof (typeof life)[Each]['refuses'] ? never : Each
}[State]

export const standingIn = (state: State): Standing => life[state]

type Deletable = {
  [Each in State]: (typeof life)[Each] extends { canBeDeleted: true } ? Each : never
}[State]

export const isDeletable = (state: State): state is Deletable =>
  standingIn(state).canBeDeleted === true

/** Of these a document may be stuck. */
export const openStates: readonly State[] = E_DOCUMENT_STATES.filter(
  (state) => standingIn(state).settledBy !== undefined,
)
