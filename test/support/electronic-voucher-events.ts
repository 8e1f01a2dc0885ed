import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'

type Of<Type extends ExpenseVoucherEvent['type']> = Extract<ExpenseVoucherEvent, { type: Type }>
type OfType<Type extends ExpenseVoucherEvent['type']> = Of<Type>['data']

export const UUID = 'a1c5d2e0-6f0e-4a51-9a3b-2f6c1d7e8b90'
const ATTEMPT = '3f2c1a4e-9b7d-4c55-8a61-0d9e8f7a6b5c'
const REFUSAL = { errorCode: 'QUOTA', errorMessage: 'Bugünlük hak doldu.' }
const SILENCE = { errorCode: 'TIMEOUT', errorMessage: 'No answer came in time.' }

const at = (seconds: number, fraction = '') =>
  `2026-11-20T10:00:${String(seconds).padStart(2, '0')}${fraction}Z`

/** What can happen to an electronic voucher, as the command service writes it. */
export function electronicVoucherEvents(voucherId: string, uuid = UUID) {
  const attempt = { voucherId, uuid, attemptId: ATTEMPT }
  return {
    preparationStarted: (changes: Partial<OfType<'PreparationStarted'>> = {}) =>
      event('PreparationStarted', {
        ...attempt,
        payloadHash: '5e'.repeat(32),
        seller: { taxNumber: '10000000146', phone: '905321234567' },
        startedAt: at(1),
        ...changes,
      }),
    prepared: () => event('VoucherPrepared', { ...attempt, preparedAt: at(2, '.5') }),
    preparationRefused: () =>
      event('PreparationRefused', { ...attempt, ...REFUSAL, refusedAt: at(3) }),
    preparationUnknown: () =>
      event('PreparationUnknown', { ...attempt, ...SILENCE, givenUpAt: at(4) }),
    smsRequested: () => event('SmsRequested', { ...attempt, requestedAt: at(5) }),
    smsSent: () => event('SmsSent', { ...attempt, sentAt: at(6, '.123'), retryAt: at(59) }),
    smsRefused: (state: OfType<'SmsRefused'>['state'] = 'prepared') =>
      event('SmsRefused', { ...attempt, ...REFUSAL, state, refusedAt: at(7) }),
    smsUnknown: (state: OfType<'SmsUnknown'>['state'] = 'prepared') =>
      event('SmsUnknown', { ...attempt, ...SILENCE, state, retryAt: at(58), givenUpAt: at(8) }),
    submissionStarted: () => event('SubmissionStarted', { ...attempt, startedAt: at(9) }),
    codeRefused: () =>
      event('CodeRefused', {
        ...attempt,
        errorCode: 'CODE_WRONG',
        errorMessage: 'Kod yanlış.',
        refusedAt: at(10),
      }),
    submissionRefused: (attemptId: string | null = ATTEMPT) =>
      event('SubmissionRefused', { ...attempt, attemptId, ...REFUSAL, refusedAt: at(11) }),
    submissionUnknown: () =>
      event('SubmissionUnknown', { ...attempt, ...SILENCE, givenUpAt: at(12) }),
    accepted: (changes: Partial<OfType<'ProviderAccepted'>> = {}) =>
      event('ProviderAccepted', {
        ...attempt,
        officialNumber: 'GPE2026000000042',
        acceptedAt: at(13, '.123999999'),
        serial: 'GP',
        givenNumber: null,
        book: 'numberBook-4c1f',
        bookRevision: '41',
        ...changes,
      }),
    completionFailed: () =>
      event('LocalCompletionFailed', {
        voucherId,
        uuid,
        reason: 'bankAccountInactive',
        failedAt: at(14),
      }),
    statusChecked: (changes: Partial<OfType<'StatusChecked'>> = {}) =>
      event('StatusChecked', {
        voucherId,
        uuid,
        found: 'accepted',
        statusDetail: 'GİB’e iletildi',
        reportStatus: 'NotReported',
        cancelled: false,
        checkedAt: at(15, '.001'),
        ...changes,
      }),
    deletionStarted: (state: OfType<'DeletionStarted'>['state'] = 'prepared') =>
      event('DeletionStarted', { ...attempt, state, startedAt: at(16) }),
    deletionRefused: (state: OfType<'DeletionRefused'>['state'] = 'prepared') =>
      event('DeletionRefused', { ...attempt, ...REFUSAL, state, refusedAt: at(17) }),
    deletionUnknown: () => event('DeletionUnknown', { ...attempt, ...SILENCE, givenUpAt: at(18) }),
    resolved: (resolvedAs: OfType<'OutcomeResolved'>['resolvedAs']) =>
      event('OutcomeResolved', {
        voucherId,
        uuid,
        resolvedAs,
        reason: 'Portalda yok.',
        resolvedAt: at(19),
      }),
    lateAnswer: (changes: Partial<OfType<'LateAnswerReceived'>> = {}) =>
      event('LateAnswerReceived', {
        ...attempt,
        outcome: 'accepted',
        officialNumber: 'GPE2026000000042',
        receivedAt: at(20),
        ...changes,
      }),
  }
}

const event = <Type extends ExpenseVoucherEvent['type']>(
  type: Type,
  data: OfType<Type>,
): { readonly type: Type; readonly data: OfType<Type> } => ({ type, data })
