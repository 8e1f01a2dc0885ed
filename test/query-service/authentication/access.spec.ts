import { beforeAll, expect, test } from 'vitest'
import { hashSecret } from '#kernel/platform/http/secret-hash.ts'
import { faultsOfAnswer } from '#test/support/published.ts'
import { apiKeyRow, companyRow, idOf, voucherRow } from '../rows.ts'
import { basicCredentials, CHEAP, queryServiceForThisFile, SECRET } from '../service.ts'

const service = queryServiceForThisFile()
const place = { method: 'GET', path: '/v1/expenses' }
const companies = { free: idOf(1), passive: idOf(2), standard: idOf(3), forgotten: idOf(4) }

beforeAll(async () => {
  const hash = await hashSecret(SECRET, CHEAP)
  const { free, passive, standard, forgotten } = companies
  await service.add('company', [
    companyRow(free, { package: 'Free' }),
    companyRow(passive, { status: false }),
    companyRow(standard),
    companyRow(forgotten),
  ])
  await service.add('api_key', [
    apiKeyRow(free, hash),
    apiKeyRow(passive, hash),
    apiKeyRow(standard, hash, { api_user_id: 'good' }),
    apiKeyRow(standard, hash, { api_user_id: 'disabled', status: false }),
    apiKeyRow(standard, hash, { api_user_id: 'expired', valid_until: '2020-01-01T00:00:00Z' }),
    apiKeyRow(standard, hash, { api_user_id: 'kmts only', rights: ['kmts', 'invoices'] }),
    apiKeyRow(idOf(99), hash, { api_user_id: 'without company' }),
    apiKeyRow(forgotten, null, { api_user_id: 'forgotten' }),
  ])
  await service.add('expense_voucher', [voucherRow(1, { company_id: standard })])
})

test.each([
  companies.free,
  companies.passive,
  'disabled',
  'expired',
  'without company',
  'forgotten',
  'nobody',
])('%s is refused', async (as) => {
  const { status, body } = await service.get('/v1/expenses', { as })

  expect(status).toBe(401)
  expect(body).toMatchObject({ error: { code: 'AUTH_INVALID_CREDENTIALS', details: [] } })
  expect(faultsOfAnswer(place, 401, body)).toEqual([])
})

test.each([
  '',
  'Basic',
  'Basic !!!',
  'Bearer x',
  basicCredentials('good', 'wrong'),
  'Basic Z29vZA==',
])('the header “%s” is refused', async (authorization) => {
  expect((await service.get('/v1/expenses', { headers: { authorization } })).status).toBe(401)
})

test('an unknown endpoint is 404, with or without credentials', async () => {
  for (const path of ['/v1/nothing', '/v1', '/nothing', '/v1/expenses/1/2']) {
    for (const as of ['good', 'nobody']) {
      const { status, body } = await service.get(path, { as })
      expect([path, status]).toEqual([path, 404])
      expect(body).toMatchObject({ success: false, error: { code: 'RESOURCE_NOT_FOUND' } })
    }
  }
})

test('a path that cannot be decoded names what it stands for, once the caller is known', async () => {
  const known = await service.get('/v1/expenses/%zz', { as: 'good' })
  expect([known.status, known.body]).toMatchObject([
    400,
    { error: { code: 'VALIDATION_FAILED', details: [{ field: 'id', rule: 'pattern' }] } },
  ])
  expect((await service.get('/v1/expenses/%zz', { as: 'nobody' })).status).toBe(401)
})
