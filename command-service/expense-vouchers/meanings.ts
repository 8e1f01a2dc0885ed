import type { CallMeaning } from '#command/provider-documents/stuck.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'

interface Meaning extends CallMeaning {
  /** What is left to do for the voucher, should nothing follow; `unchanged`: as before. */
  readonly leaves:
    | 'finalizing'
    | 'attempting'
    | 'accepted'
    | 'deleting'
    | 'givenUp'
    | 'nothing'
    | 'unchanged'
}

/**
 * What each event of a voucher says of its calls at the provider, and of the work that is left. A late answer
 * does not change the outcome of its attempt.
 */
export const meanings: Readonly<Record<ExpenseVoucherEvent['type'], Meaning>> = {
  VoucherDrafted: { leaves: 'nothing' },
  VoucherImported: { leaves: 'nothing' },
  FinalizationRequested: { leaves: 'finalizing' },
  VoucherFinalized: { leaves: 'nothing' },
  PreparationStarted: { begins: 'prepare', leaves: 'attempting' },
  VoucherPrepared: { outcome: 'done', leaves: 'nothing' },
  PreparationRefused: { outcome: 'refused', leaves: 'nothing' },
  PreparationUnknown: { outcome: 'unknown', leaves: 'nothing' },
  SmsRequested: { begins: 'sms', leaves: 'attempting' },
  SmsSent: { outcome: 'done', leaves: 'nothing' },
  SmsRefused: { outcome: 'refused', leaves: 'nothing' },
  SmsUnknown: { outcome: 'unknown', leaves: 'nothing' },
  SubmissionStarted: { begins: 'confirm', leaves: 'attempting' },
  CodeRefused: { outcome: 'refused', leaves: 'nothing' },
  SubmissionRefused: { outcome: 'refused', leaves: 'nothing' },
  SubmissionUnknown: { outcome: 'unknown', leaves: 'nothing' },
  ProviderAccepted: { outcome: 'done', leaves: 'accepted' },
  LocalCompletionFailed: { leaves: 'nothing' },
  LateAnswerReceived: { leaves: 'unchanged' },
  StatusChecked: { leaves: 'unchanged' },
  OutcomeResolved: { leaves: 'unchanged' },
  VoucherCancelled: { leaves: 'unchanged' },
  DeletionStarted: { begins: 'delete', leaves: 'deleting' },
  DeletionRefused: { outcome: 'refused', leaves: 'nothing' },
  DeletionUnknown: { outcome: 'unknown', leaves: 'deleting' },
  DraftDeleted: { leaves: 'givenUp' },
  VoucherAbandoned: { leaves: 'givenUp' },
}
