import { describe, expect, test } from 'vitest'
import {
  type ElectronicDocument,
  evolveDocument,
  newElectronicDocument,
  ownErrorMessage,
} from '#kernel/events/electronic-document.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import {
  electronicTypes,
  electronicVoucherEvents,
  UUID,
} from '#test/support/electronic-voucher-events.ts'

const event = electronicVoucherEvents('a voucher')
const OTHER_UUID = 'a1c5d2e0-6f0e-4a51-9a3b-2f6c1d7e8b91'
const FORGOTTEN = { forgotten: true } as const

const nothing = newElectronicDocument('live')

/** Everything is known, so that whatever an event changes or clears is seen. */
const before = {
  environment: 'live',
  uuid: UUID,
  number: 'GPE2026000000007',
  state: 'review_required',
  phone: '905001112233',
  frozenAt: 'frozen',
  preparedAt: 'prepared',
  smsSentAt: 'sent',
  smsRetryAt: 'retry',
  acceptedAt: 'accepted',
  finalizedAt: 'finalized',
  lastCheckedAt: 'checked',
  statusDetail: 'earlier detail',
  reportStatus: 'Reported',
  cancelled: true,
  errorCode: 'EARLIER',
  errorMessage: 'An earlier error.',
} as const

const noError = { errorCode: null, errorMessage: null }
const refused = { errorCode: 'QUOTA', errorMessage: 'Bugünlük hak doldu.' }
const silent = { errorCode: 'TIMEOUT', errorMessage: 'No answer came in time.' }
const unlocked = { phone: null, frozenAt: null }
const locked = { ...noError, phone: '905321234567', frozenAt: '2026-11-20T10:00:01Z' }

/** What each event changes in the document, besides what it leaves as it is. */
const changes: readonly (readonly [string, ExpenseVoucherEvent, Partial<ElectronicDocument>])[] = [
  ['the preparation starts', event('PreparationStarted'), { ...locked, state: 'preparing' }],
  [
    'the preparation starts for another document',
    event('PreparationStarted', { uuid: OTHER_UUID }),
    { ...nothing, ...locked, uuid: OTHER_UUID, smsRetryAt: 'retry', state: 'preparing' },
  ],
  [
    'the preparation starts, and its seller is forgotten later',
    event('PreparationStarted', { seller: FORGOTTEN }),
    { ...locked, phone: null, state: 'preparing' },
  ],
  [
    'it is prepared',
    event('VoucherPrepared'),
    {
      ...noError,
      preparedAt: '2026-11-20T10:00:02.5Z',
      providerStatus: 'waiting',
      state: 'prepared',
    },
  ],
  [
    'the preparation is refused',
    event('PreparationRefused'),
    { ...refused, ...unlocked, providerStatus: 'error', state: 'failed' },
  ],
  [
    'the preparation has an unknown outcome',
    event('PreparationUnknown'),
    { ...silent, ...unlocked, providerStatus: 'unknown', state: 'draft' },
  ],
  ['an SMS is requested', event('SmsRequested'), { ...noError, state: 'sms_sending' }],
  [
    'the SMS is sent',
    event('SmsSent'),
    {
      ...noError,
      smsSentAt: '2026-11-20T10:00:06.123Z',
      smsRetryAt: '2026-11-20T10:00:59Z',
      state: 'verification_pending',
    },
  ],
  [
    'the SMS is refused',
    event('SmsRefused', { state: 'prepared' }),
    { ...refused, state: 'prepared' },
  ],
  [
    'the SMS has an unknown outcome',
    event('SmsUnknown', { state: 'verification_pending' }),
    { ...silent, smsRetryAt: '2026-11-20T10:00:58Z', state: 'verification_pending' },
  ],
  ['the submission starts', event('SubmissionStarted'), { ...noError, state: 'dispatching' }],
  ['the code is refused', event('CodeRefused'), { ...refused, state: 'verification_pending' }],
  [
    'the submission is refused',
    event('SubmissionRefused'),
    { ...refused, providerStatus: 'error', state: 'failed' },
  ],
  [
    'the submission has an unknown outcome',
    event('SubmissionUnknown'),
    { ...silent, providerStatus: 'unknown', state: 'review_required' },
  ],
  [
    'the provider accepts it',
    event('ProviderAccepted'),
    {
      ...noError,
      number: 'GPE2026000000042',
      acceptedAt: '2026-11-20T10:00:13.123999999Z',
      providerStatus: 'succeed',
      state: 'provider_accepted',
    },
  ],
  [
    'it cannot be completed',
    event('LocalCompletionFailed'),
    {
      errorCode: 'BANK_ACCOUNT_INACTIVE',
      errorMessage: 'The bank account of the source is passive.',
      state: 'review_required',
    },
  ],
  [
    'it is complete',
    event('VoucherFinalized', { printDate: '2026-11-20T10:00:14Z' }),
    { ...noError, finalizedAt: '2026-11-20T10:00:14Z', state: 'sent' },
  ],
  ['an answer comes late', event('LateAnswerReceived'), {}],
  [
    'its status is checked',
    event('StatusChecked'),
    {
      providerStatus: 'succeed',
      statusDetail: 'GİB’e iletildi',
      reportStatus: 'NotReported',
      cancelled: false,
      lastCheckedAt: '2026-11-20T10:00:15.001Z',
    },
  ],
  ['a person finds that it was accepted', event('OutcomeResolved', { resolvedAs: 'accepted' }), {}],
  [
    'a person finds that it never arrived',
    event('OutcomeResolved', { resolvedAs: 'neverArrived' }),
    {
      errorCode: 'NEVER_ARRIVED',
      errorMessage: 'It was found that the submission never reached the provider.',
      providerStatus: 'unknown',
      state: 'failed',
    },
  ],
  ['its deletion starts', event('DeletionStarted'), { ...noError, state: 'deleting' }],
  ['its deletion is refused', event('DeletionRefused'), { ...refused, state: 'prepared' }],
  ['its deletion has an unknown outcome', event('DeletionUnknown'), silent],
  ['the voucher is deleted', event('DraftDeleted'), {}],
]

describe.each(['waiting', 'error'] as const)('a document of status %s', (providerStatus) => {
  test.each(changes)('%s', (_what, happened, change) => {
    const document = { ...before, providerStatus }
    expect(evolveDocument(document, happened)).toEqual({ ...document, ...change })
  })
})

test('every event of an electronic voucher is among them', () => {
  const named = new Set(changes.map(([, { type }]) => type))
  expect(electronicTypes.filter((type) => !named.has(type))).toEqual([])
})

test.each([
  ['draft', 'waiting'],
  ['accepted', 'succeed'],
  ['rejected', 'error'],
  ['cancelled', 'error'],
  ['notFound', 'unknown'],
] as const)('a document that the provider calls %s is %s', (found, providerStatus) => {
  expect(evolveDocument(nothing, event('StatusChecked', { found }))).toMatchObject({
    providerStatus,
  })
})

test('a new document has nothing but its environment', () => {
  const known = { environment: 'live', state: 'draft', providerStatus: 'unknown' }
  const unknown = Object.fromEntries(Object.keys(before).map((field) => [field, null]))
  expect(nothing).toEqual({ ...unknown, ...known })
})

test('our own messages name nobody, a message of the provider may', () => {
  const ours = 'The bank account of the source is passive.'
  expect(ownErrorMessage(ours)).toBe(ours)
  expect(ownErrorMessage('Ayşe Işık: hak doldu.')).toBeNull()
  expect(ownErrorMessage(null)).toBeNull()
})
