import { expect, test } from 'vitest'
import { invoicingDealer, manual as manualInvoice } from '#test/support/invoices.ts'
import { systemForThisFile } from '#test/support/system.ts'
import type { Api } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { manual } from '#test/support/vouchers.ts'

const system = systemForThisFile()

const kept = {
  'content-security-policy': expect.stringContaining("default-src 'none'"),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-robots-tag': 'noindex',
}

test.each([
  ['/v1/customers', 401],
  ['/v1/openapi.json', 200],
  ['/docs', 200],
  ['/', 200],
  ['/v1/nothing', 404],
  ['/nothing', 404],
  ['/health/live', 200],
])(
  'a browser keeps the answer to %s to this origin and runs nothing in it',
  async (path, status) => {
    const answer = await fetch(system.baseUrl + path)
    expect(answer.status).toBe(status)
    expect(Object.fromEntries(answer.headers)).toMatchObject(kept)
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  },
)

test('a body is judged until a hundred faults, and not read any further', async () => {
  const { api } = await newDealer(system)
  const fields = Array.from({ length: 80_000 }, (_, index) => `"f${index}":1`).join(',')
  const answer = await posted(api, `{"data":{${fields}, and this is no JSON`)

  expect([answer.status, answer.error?.code]).toEqual([400, 'VALIDATION_FAILED'])
  expect(answer.error?.details).toHaveLength(100)
  expect(new Set(answer.error?.details.map(({ rule }) => rule))).toEqual(new Set(['unknown']))
})

test.each([
  ['nested arrays', `{"data":{"idNo":${'['.repeat(400_000)}`, ['data.idNo', 'type']],
  ['arrays in a row', `{"data":{"idNo":[${'[],'.repeat(300_000)}`, ['data.idNo', 'type']],
  ['a list as data', `{"data":[${'1.0,'.repeat(200_000)}`, ['data', 'type']],
])('of %s only the beginning is judged', async (_what, body, [field, rule]) => {
  const { api } = await newDealer(system)
  const { status, error } = await posted(api, body)
  expect([status, error?.details]).toEqual([400, [{ field, rule }]])
})

const posted = (api: Api, body: string) =>
  api.send({
    method: 'POST',
    path: '/v1/expenses',
    headers: { 'content-type': 'application/json' },
    body,
  })

test('a parameter that is there thousands of times is one fault', async () => {
  const { api } = await newDealer(system)
  const { status, error } = await api.get(`/v1/expenses?${'a&'.repeat(7_000)}`)
  expect([status, error?.details]).toEqual([400, [{ field: 'a', rule: 'unknown' }]])
})

test('a body of nothing but faults gets a short answer', async () => {
  const { api } = await newDealer(system)
  const faults = Array.from({ length: 20_000 }, (_, index) => [`unknown-field-${index}`, index])

  const answer = await api.post('/v1/expenses', manual(Object.fromEntries(faults)))

  expect(answer.status).toBe(400)
  expect(answer.error?.details).toHaveLength(100)
})

test('an empty text in place of a boolean issues no invoice', async () => {
  const { api } = await invoicingDealer(system)
  const answer = await api.post('/v1/invoices', manualInvoice({ isDraft: '' }))
  expect(answer.status).toBe(400)
  expect(answer.error?.details).toEqual([{ field: 'data.isDraft', rule: 'type' }])
})

test.each(['isDraft', 'amount', 'exchanges'])(
  'an empty text for %s of a voucher is not a missing value',
  async (field) => {
    const { api } = await newDealer(system)
    const answer = await api.post('/v1/expenses', manual({ [field]: '' }))
    expect([answer.status, answer.error?.details]).toEqual([
      400,
      [{ field: `data.${field}`, rule: 'type' }],
    ])
  },
)
