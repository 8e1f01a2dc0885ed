import { expect, test } from 'vitest'
import { codeOf, failureOf, interrupted } from '#command/kmts-verifications/failure.ts'
import { kmtsVerification } from '#command/kmts-verifications/kmts-verification.ts'
import { recordAnswer, recordFailure, startQuery } from '#command/kmts-verifications/verify.ts'
import { fold } from '#kernel/domain/aggregate.ts'
import { normalisedCode } from '#kernel/domain/kmts-code.ts'
import { noEntry } from '#kernel/domain/kmts-entry.ts'
import { type KmtsVerificationEvent } from '#kernel/events/kmts-verification.ts'
import { specificationOf } from '#test/support/decider-spec.ts'

const given = specificationOf(kmtsVerification)

const verificationId = '4b0000000000000000000001'
const at = '2026-11-20T09:45:00.532Z'

const query = {
  verificationId,
  scannedCode: 'KMV-001',
  checkedAt: '2026-11-20T09:45:00.120Z',
  attemptId: '3f2c1a4e-9b7d-4c55-8a61-0d9e8f7a6b5c',
}
const answer = {
  verificationId,
  outcome: 'verified',
  entry: noEntry,
  completedAt: at,
  durationMs: 412,
} as const
const failure = interrupted(query, at)

const start = startQuery(query)
const answering = recordAnswer(answer)
const failing = recordFailure(failure)

const started: KmtsVerificationEvent = { type: 'KmtsQueryStarted', data: query }
const answered: KmtsVerificationEvent = { type: 'KmtsChecked', data: answer }
const failed: KmtsVerificationEvent = { type: 'KmtsQueryFailed', data: failure }
const recorded: KmtsVerificationEvent = {
  type: 'KmtsVerificationRecorded',
  data: {
    verificationId,
    source: 'mobile',
    scannedCode: 'KMV-001',
    outcome: 'pending',
    isVerified: false,
    entry: noEntry,
    checkedAt: at,
    completedAt: null,
    durationMs: null,
    errorCode: null,
    errorMessage: null,
    retryable: false,
    createdAt: at,
  },
}

test('an attempt begins', () => given().when(start).records(started))

test.each([
  { what: 'began', past: [started] },
  { what: 'was answered', past: [started, answered] },
  { what: 'failed', past: [started, failed] },
])('an attempt that $what does not begin again', ({ past }) =>
  given(...past)
    .when(start)
    .recordsNothing(),
)

test('the answer of the register ends it', () => given(started).when(answering).records(answered))

test('a missing answer ends it too', () => given(started).when(failing).records(failed))

test.each([
  { what: 'an answer', end: answered },
  { what: 'a failure', end: failed },
])('$what that was recorded stays the result', ({ end }) => {
  given(started, end).when(answering).recordsNothing()
  given(started, end).when(failing).recordsNothing()
})

test('the query and its result are stored', () => {
  expect(fold(kmtsVerification, [started])).toEqual({ status: 'pending', query })
  expect(fold(kmtsVerification, [started, answered])).toEqual({ status: 'answered', query, answer })
  expect(fold(kmtsVerification, [started, failed])).toEqual({ status: 'failed', query, failure })
  expect(fold(kmtsVerification, [recorded])).toEqual({ status: 'recorded' })
})

test('a log with the end of a query that never began is rejected', () => {
  expect(() => fold(kmtsVerification, [answered])).toThrow('never started')
  expect(() => fold(kmtsVerification, [recorded, failed])).toThrow('recorded was never started')
})

test('a query that never started does not end', () => {
  given().when(answering).rejects('RESOURCE_NOT_FOUND')
  given().when(failing).rejects('RESOURCE_NOT_FOUND')
})

test('a query of another channel can be neither begun nor ended here', () => {
  given(recorded).when(start).rejects('CONFLICT')
  given(recorded).when(failing).rejects('RESOURCE_NOT_FOUND')
})

test.each([
  ['timeout', 'KMTS_PROVIDER_TIMEOUT'],
  ['unavailable', 'KMTS_PROVIDER_UNAVAILABLE'],
  ['refused', 'KMTS_PROVIDER_UNAVAILABLE'],
  ['interrupted', 'KMTS_PROVIDER_UNAVAILABLE'],
  ['rateLimited', 'KMTS_PROVIDER_RATE_LIMITED'],
  ['unreadable', 'KMTS_PROVIDER_RESPONSE_INVALID'],
] as const)('a query that ended as %s is reported as %s', (reason, code) => {
  expect(codeOf(reason)).toBe(code)
})

test('the register’s own message is kept; a default message replaces a missing one', () => {
  const said = { reason: 'refused', providerCode: 'X1', providerMessage: 'Yetkiniz yok.' } as const
  const when = { at, durationMs: 87 }
  expect(failureOf(query, said, when)).toMatchObject({
    errorMessage: 'Yetkiniz yok.',
    providerCode: 'X1',
    durationMs: 87,
  })
  expect(failureOf(query, { ...said, providerMessage: null }, when).errorMessage).toBe(
    'The register refused the query.',
  )
})

test.each([
  ['  kmv-ix 7 ', 'KMV-IX 7'],
  ['ıI', 'II'],
  ['İi', 'İI'],
  ['çğöşü', 'ÇĞÖŞÜ'],
])('the code %j is kept as %j, in whatever language the machine speaks', (scanned, code) => {
  expect(normalisedCode(scanned)).toBe(code)
})
