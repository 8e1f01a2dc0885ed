import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { noEntry } from '#kernel/domain/kmts-entry.ts'
import {
  type KmtsVerificationEvent,
  kmtsVerificationEvents,
} from '#kernel/events/kmts-verification.ts'
import { dealerForThisFile } from '#test/projections/dealer.ts'
import { differences } from '#test/support/read-model-fold.ts'

const files = dealerForThisFile()

/** A company with one query at the register, to which things happen one after the other. */
function newQuery() {
  const companyId = randomBytes(12).toString('hex')
  const verificationId = randomBytes(12).toString('hex')
  const { now: dealer } = files
  return {
    companyId,
    verificationId,
    happens: (event: KmtsVerificationEvent, at = '2026-11-20T09:45:00.123Z') =>
      dealer.write(kmtsVerificationEvents, verificationId, event, { companyId, at }),
    shown: async () => {
      expect(await differences(dealer)).toEqual([])
      const query = 'select * from read_model.kmts_verification where company_id = $1'
      const [row] = await dealer.rows(query, [companyId])
      return row
    },
  }
}

const CHECKED_AT = '2026-11-20T09:45:00.120Z'
const COMPLETED_AT = '2026-11-20T09:45:00.532Z'

const started = (verificationId: string): KmtsVerificationEvent => ({
  type: 'KmtsQueryStarted',
  data: {
    verificationId,
    scannedCode: 'KMV-001',
    checkedAt: CHECKED_AT,
    attemptId: '3f2c1a4e-9b7d-4c55-8a61-0d9e8f7a6b5c',
  },
})

const entry = {
  ...noEntry,
  status: 'ACTIVE',
  refineryName: 'Boğaziçi Rafineri',
  weight: '1.005',
  activationDate: '2026-03-02T08:30:00.000Z',
}

test('a query is pending from its start on, and then has the register’s result', async () => {
  const { verificationId, happens, shown } = newQuery()

  await happens(started(verificationId))
  expect(await shown()).toMatchObject({
    outcome: 'pending',
    source: 'api',
    is_verified: false,
    completed_at: null,
    created_at: '1795167900120000',
    updated_at: '1795167900123000',
  })

  await happens({
    type: 'KmtsChecked',
    data: {
      verificationId,
      outcome: 'verified',
      entry,
      completedAt: COMPLETED_AT,
      durationMs: 412,
    },
  })
  expect(await shown()).toMatchObject({
    outcome: 'verified',
    is_verified: true,
    status: 'ACTIVE',
    weight: '1.005',
    completed_at: new Date(COMPLETED_AT),
    duration_ms: 412,
    retryable: false,
    created_at: '1795167900120000',
    updated_at: '1795167900123001',
  })
})

test('an answer from before the event was renamed is shown as any other', async () => {
  const { companyId, verificationId, happens, shown } = newQuery()
  const { now: dealer } = files
  await happens(started(verificationId))
  const answer: KmtsVerificationEvent = {
    type: 'KmtsChecked',
    data: {
      verificationId,
      outcome: 'verified',
      entry,
      completedAt: COMPLETED_AT,
      durationMs: 412,
    },
  }
  const checked = await dealer.encoded(kmtsVerificationEvents, verificationId, answer, {
    companyId,
  })

  await dealer.append(`kmtsVerification-${verificationId}`, {
    ...checked,
    type: 'KmtsQueryAnswered',
  })

  expect(await shown()).toMatchObject({ outcome: 'verified', status: 'ACTIVE', duration_ms: 412 })
})

test('a failed query is a provider error that may be retried', async () => {
  const { verificationId, happens, shown } = newQuery()
  await happens(started(verificationId))
  await happens({
    type: 'KmtsQueryFailed',
    data: {
      verificationId,
      reason: 'interrupted',
      errorCode: 'KMTS_PROVIDER_UNAVAILABLE',
      errorMessage: 'The query was interrupted before its answer came.',
      providerCode: null,
      completedAt: COMPLETED_AT,
      durationMs: null,
    },
  })
  expect(await shown()).toMatchObject({
    outcome: 'provider_error',
    is_verified: false,
    duration_ms: null,
    error_code: 'KMTS_PROVIDER_UNAVAILABLE',
    retryable: true,
  })
})

test('a query of another channel is shown as last recorded, with its own date', async () => {
  const { verificationId, happens, shown } = newQuery()
  const recorded = {
    verificationId,
    source: 'mobile',
    scannedCode: 'KMV-002',
    isVerified: false,
    entry: noEntry,
    checkedAt: CHECKED_AT,
    completedAt: null,
    durationMs: null,
    errorCode: null,
    errorMessage: null,
    retryable: false,
    createdAt: CHECKED_AT,
  } as const
  await happens({
    type: 'KmtsVerificationRecorded',
    data: { ...recorded, outcome: 'pending' },
  })
  await happens({
    type: 'KmtsVerificationRecorded',
    data: { ...recorded, outcome: 'verified', isVerified: true, entry },
  })
  expect(await shown()).toMatchObject({
    outcome: 'verified',
    is_verified: true,
    refinery_name: 'Boğaziçi Rafineri',
    source: 'mobile',
    created_at: '1795167900120000',
    updated_at: '1795167900123001',
  })
})
