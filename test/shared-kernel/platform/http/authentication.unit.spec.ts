import { expect, test } from 'vitest'
import { authentication } from '#kernel/platform/http/authentication.ts'
import { hashSecret } from '#kernel/platform/http/secret-hash.ts'

const basic = (secret: string) => `Basic ${Buffer.from(`desk:${secret}`).toString('base64')}`

async function authenticatorOfOneKey() {
  const secretHash = await hashSecret('right')
  const company = { package: 'Standard', status: true, kmtsEnabled: false }
  const key = {
    apiUserId: 'desk',
    companyId: 'c',
    secretHash,
    status: true,
    rights: ['*'],
    company,
  }
  const validUntil = '2099-01-01T00:00:00Z'
  return authentication(
    () => Promise.resolve({ ...key, validUntil }),
    () => Date.UTC(2026, 10, 20),
  )
}

test('a flood of wrong secrets is refused, and known keys still work', async () => {
  const authenticate = await authenticatorOfOneKey()
  await authenticate(basic('right'))

  const flood = Array.from({ length: 150 }, (_, index) => authenticate(basic(`wrong ${index}`)))
  const known = authenticate(basic('right'))

  const refusals = await Promise.allSettled(flood)
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({ reason: { code: 'AUTH_INVALID_CREDENTIALS' } })
  }
  expect((await known).companyId).toBe('c')
})
