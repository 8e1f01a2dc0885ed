import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { authentication } from '#kernel/platform/http/authentication.ts'
import { hashSecret } from '#kernel/platform/http/secret-hash.ts'
import { signInLimits } from '#kernel/platform/http/sign-in-limits.ts'
import { silentLogger as logger } from '#kernel/platform/process/logger.ts'

/** One key, of the user `desk`; nothing is counted, so no database is asked. */
async function authenticatorOfOneKey() {
  const key = {
    apiUserId: 'desk',
    companyId: 'c',
    secretHash: await hashSecret('right'),
    status: true,
    rights: ['*'],
    company: { package: 'Standard', status: true, kmtsEnabled: false },
    validUntil: '2099-01-01T00:00:00Z',
  }
  return authentication({
    findKey: (apiUserId) => Promise.resolve(apiUserId === 'desk' ? key : undefined),
    limits: signInLimits({ pool: new pg.Pool(), logger, perUser: 0, perAddress: 0 }),
    hashKey: randomBytes(32),
    logger,
    now: () => Date.UTC(2026, 10, 20),
  })
}

const signIn = (secret: string, user: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`,
  address: '192.0.2.1',
  requestId: 'd3b07384-d9a0-4c1e-8f3a-9d1f7c1e2b3a',
})

test('an unknown user takes as much time as a wrong secret, and is remembered alike', async () => {
  const authenticate = await authenticatorOfOneKey()
  const timed = async (secret: string, user: string) => {
    const before = performance.now()
    await authenticate(signIn(secret, user)).catch(() => undefined)
    return performance.now() - before
  }
  const known: number[] = []
  const unknown: number[] = []
  for (let pair = 0; pair < 200; pair++) {
    known.push(await timed(`wrong ${pair}`, 'desk'))
    unknown.push(await timed(`wrong ${pair}`, `nobody ${pair}`))
  }
  expect(median(unknown) / median(known)).toBeGreaterThan(0.8)
  expect(median(unknown) / median(known)).toBeLessThan(1.25)

  // The same secret of other users was verified for none of them.
  await timed('one secret', 'nobody at first')
  const others = []
  for (let user = 0; user < 5; user++) others.push(await timed('one secret', `nobody ${user}`))
  expect(median(others)).toBeGreaterThan(median(known) / 3)
})

const median = (values: readonly number[]) =>
  values.toSorted((left, right) => left - right)[values.length >> 1] ?? 0
