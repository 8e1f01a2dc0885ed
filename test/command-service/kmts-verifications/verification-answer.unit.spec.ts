import { expect, test } from 'vitest'
import { verificationAnswer } from '#command/kmts-verifications/verification-answer.ts'
import { noEntry } from '#kernel/domain/kmts-entry.ts'

const query = {
  verificationId: '4b0000000000000000000001',
  scannedCode: 'KMV-001',
  checkedAt: '2026-11-20T09:45:00.120Z',
  attemptId: '3f2c1a4e-9b7d-4c55-8a61-0d9e8f7a6b5c',
}
const times = { createdAt: '2026-11-20T09:45:00.130000Z', updatedAt: '2026-11-20T09:45:00.540000Z' }
const ended = {
  verificationId: query.verificationId,
  completedAt: '2026-11-20T09:45:00.532Z',
  durationMs: 412,
}

test('a verified code is answered with what the register knows of it', () => {
  const entry = { ...noEntry, metal: 'Altın', weight: '12.50', refineryName: 'Rafineri' }

  expect(verificationAnswer(query, { ...ended, outcome: 'verified', entry }, times)).toEqual({
    ...noEntry,
    ...times,
    id: query.verificationId,
    scannedCode: 'KMV-001',
    outcome: 'verified',
    isVerified: true,
    metal: 'Altın',
    weight: 12.5,
    refineryName: 'Rafineri',
    source: 'api',
    checkedAt: query.checkedAt,
    completedAt: ended.completedAt,
    durationMs: 412,
    errorCode: null,
    errorMessage: null,
    retryable: false,
  })
})

test('a code that the register does not know is answered, and not verified', () => {
  const answer = { ...ended, outcome: 'not_found', entry: noEntry } as const

  expect(verificationAnswer(query, answer, times)).toMatchObject({
    outcome: 'not_found',
    isVerified: false,
    weight: null,
  })
})
