import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { Rejection } from '#kernel/domain/rejection.ts'
import { Unavailable } from '#kernel/domain/unavailable.ts'
import { type ApiKey, authentication, callerOf } from '#kernel/platform/http/authentication.ts'
import { hashSecret } from '#kernel/platform/http/secret-hash.ts'
import { signInLimits } from '#kernel/platform/http/sign-in-limits.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'

const basic = (secret: string, user = 'desk') => ({
  authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`,
  address: '192.0.2.1',
  requestId: 'd3b07384-d9a0-4c1e-8f3a-9d1f7c1e2b3a',
})

async function authenticatorOfOneKey(rights = ['*']) {
  const secretHash = await hashSecret('right')
  const company = { package: 'Standard', status: true, kmtsEnabled: false }
  const key = {
    apiUserId: 'desk',
    companyId: 'c',
    secretHash,
    status: true,
    rights,
    company,
  }
  const validUntil = '2099-01-01T00:00:00Z'
  const logger = silentLogger
  // Nothing is counted, so no database is asked.
  const pool = new pg.Pool()
  return authentication({
    findKey: (apiUserId) =>
      Promise.resolve(apiUserId === 'desk' ? { ...key, validUntil } : undefined),
    limits: signInLimits({ pool, logger, perUser: 0, perAddress: 0 }),
    hashKey: randomBytes(32),
    logger,
    now: () => Date.UTC(2026, 10, 20),
  })
}

test('a flood of wrong secrets is refused, and known keys still work', async () => {
  const authenticate = await authenticatorOfOneKey()
  await authenticate(basic('right'))

  const flood = Array.from({ length: 150 }, (_, index) => authenticate(basic(`wrong ${index}`)))
  const known = authenticate(basic('right'))

  const refusals = await Promise.allSettled(flood)
  const reasons = refusals.map((refusal) =>
    refusal.status === 'rejected' && refusal.reason instanceof Rejection
      ? refusal.reason.code
      : refusal.status === 'rejected' && refusal.reason instanceof Unavailable,
  )
  expect(new Set(reasons)).toEqual(new Set(['AUTH_INVALID_CREDENTIALS', true]))
  expect((await known).companyId).toBe('c')
})

test('a caller with the right secret is delayed in a flood, never refused', async () => {
  const authenticate = await authenticatorOfOneKey()
  const flood = Array.from({ length: 130 }, (_, index) => authenticate(basic(`wrong ${index}`)))
  const [unverified] = await Promise.allSettled([authenticate(basic('right')), ...flood])
  expect(unverified).toMatchObject({ reason: { retryAfterSeconds: 1 } })
})

test.each([
  [['*'], []],
  [['*', 'audit'], ['audit']],
  [['audit'], ['audit']],
  [['*', 'console'], ['console']],
  [
    ['audit', 'console'],
    ['audit', 'console'],
  ],
])('with the rights %j a key may see the pages of %j', async (rights, sites) => {
  const authenticate = await authenticatorOfOneKey(rights)
  const caller = await authenticate(basic('right'))
  expect(caller.rights.filter((right) => right === 'audit' || right === 'console')).toEqual(sites)
})

const NOW = Date.parse('2026-11-20T09:45:00.123Z')
const standard = { package: 'Standard', status: true, kmtsEnabled: false }
const keyUntil = (validUntil: number, changes: Partial<ApiKey> = {}): ApiKey => ({
  apiUserId: 'desk',
  companyId: 'c',
  secretHash: '',
  status: true,
  validUntil: new Date(validUntil).toISOString(),
  rights: ['*'],
  company: standard,
  ...changes,
})

test.each<[string, ApiKey, boolean]>([
  ['a moment before its time is over', keyUntil(NOW + 1), true],
  ['at the moment at which its time is over', keyUntil(NOW), false],
  ['behind it', keyUntil(NOW - 1), false],
  ['that is disabled', keyUntil(NOW + 1, { status: false }), false],
  ['without a company', keyUntil(NOW + 1, { company: null }), false],
  [
    'of a company that is disabled',
    keyUntil(NOW + 1, { company: { ...standard, status: false } }),
    false,
  ],
  [
    'of a company without a subscription',
    keyUntil(NOW + 1, { company: { ...standard, package: 'Free' } }),
    false,
  ],
])('a key %s: whether it counts', (_what, key, expected) => {
  expect(callerOf(key, NOW) !== undefined).toBe(expected)
})
