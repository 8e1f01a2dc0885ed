import { expect, test } from 'vitest'
import { invoicingDealer, manual as manualInvoice } from '#test/support/invoices.ts'
import { systemForThisFile } from '#test/support/system.ts'
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
