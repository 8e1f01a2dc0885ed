export type State =
  | 'draft'
  | 'preparing'
  | 'prepared'
  | 'sms_sending'
  | 'verification_pending'
  | 'dispatching'
  | 'provider_accepted'
  | 'review_required'
  | 'failed'
  | 'deleting'
  | 'deleted'
  | 'sent'

export interface Rule {
  readonly from: readonly State[]
  /** `before`: back to where the attempt began; `same`: nothing changes. */
  readonly to: State | 'before' | 'same'
  /** Whether it begins an attempt, is about the last one begun, or about none. */
  readonly attempt: 'begins' | 'last' | 'lastOrNone' | 'none'
}

const anyState: readonly State[] = [
  'draft',
  'preparing',
  'prepared',
  'sms_sending',
  'verification_pending',
  'dispatching',
  'provider_accepted',
  'review_required',
  'failed',
  'deleting',
  'sent',
]

/** What may follow what; an explicit answer counts also when its attempt was given up meanwhile. */
export const rules: Readonly<Record<string, Rule>> = {
  PreparationStarted: { from: ['draft', 'failed'], to: 'preparing', attempt: 'begins' },
  VoucherPrepared: { from: ['preparing'], to: 'prepared', attempt: 'last' },
  PreparationRefused: { from: ['preparing'], to: 'failed', attempt: 'last' },
  PreparationUnknown: { from: ['preparing'], to: 'draft', attempt: 'last' },
  SmsRequested: {
    from: ['prepared', 'verification_pending'],
    to: 'sms_sending',
    attempt: 'begins',
  },
  SmsSent: {
    from: ['sms_sending', 'prepared', 'verification_pending'],
    to: 'verification_pending',
    attempt: 'last',
  },
  SmsRefused: {
    from: ['sms_sending', 'prepared', 'verification_pending'],
    to: 'before',
    attempt: 'last',
  },
  SmsUnknown: { from: ['sms_sending'], to: 'before', attempt: 'last' },
  SubmissionStarted: { from: ['verification_pending'], to: 'dispatching', attempt: 'begins' },
  CodeRefused: {
    from: ['dispatching', 'review_required'],
    to: 'verification_pending',
    attempt: 'last',
  },
  SubmissionRefused: {
    from: ['dispatching', 'review_required', 'prepared', 'verification_pending'],
    to: 'failed',
    attempt: 'lastOrNone',
  },
  SubmissionUnknown: { from: ['dispatching'], to: 'review_required', attempt: 'last' },
  ProviderAccepted: {
    from: ['dispatching', 'review_required'],
    to: 'provider_accepted',
    attempt: 'lastOrNone',
  },
  LocalCompletionFailed: { from: ['provider_accepted'], to: 'review_required', attempt: 'none' },
  VoucherFinalized: {
    from: ['provider_accepted', 'review_required'],
    to: 'sent',
    attempt: 'none',
  },
  // As never arrived: a person decides nothing else here.
  OutcomeResolved: { from: ['review_required'], to: 'failed', attempt: 'none' },
  StatusChecked: { from: anyState, to: 'same', attempt: 'none' },
  DeletionStarted: {
    from: ['draft', 'prepared', 'verification_pending', 'failed', 'deleting'],
    to: 'deleting',
    attempt: 'begins',
  },
  DeletionRefused: { from: ['deleting'], to: 'before', attempt: 'last' },
  DeletionUnknown: { from: ['deleting'], to: 'same', attempt: 'last' },
  DraftDeleted: { from: ['draft', 'deleting'], to: 'deleted', attempt: 'none' },
}
