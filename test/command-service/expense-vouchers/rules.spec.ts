import { expect, test } from 'vitest'
import type { SystemAddresses } from '#test/support/system.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { refusal } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { createdIn, manual, OTHER_PERSON, PERSON } from '#test/support/vouchers.ts'

const system = systemForThisFile({ INTEGRATOR_TIMEOUT_MS: '1500', TAXPAYER_CACHE_SECONDS: '0' })

const broken = (field: string, rule: string) => [422, 'VALIDATION_FAILED', [{ field, rule }]]

test('all broken rules are reported at once', async () => {
  const { api } = await newDealer(system, { expense: { identityValidationRequired: true } })

  const answer = await api.post(
    '/v1/expenses',
    manual({ idNo: '12345678901', templateKey: 'platin', number: '3' }),
  )

  expect(answer.status).toBe(422)
  expect(answer.error?.details).toEqual(
    expect.arrayContaining([
      { field: 'data.idNo', rule: 'identity' },
      { field: 'data.serial', rule: 'reserved' },
      { field: 'data.exchanges', rule: 'notCalculable' },
    ]),
  )
})

test('an existing voucher is reported before a broken rule', async () => {
  const dealer = await newDealer(system)
  const { api } = dealer
  await api.post('/v1/expenses', manual({ transactionDate: '2026-11-20' }))
  await dealer.import({ kind: 'companySettings', data: { expense: { active: false } } })

  const duplicate = await api.post('/v1/expenses', manual({ transactionDate: '2026-11-20' }))
  const other = await api.post('/v1/expenses', manual({ amount: 5 }))

  expect([duplicate.status, other.status]).toEqual([409, 422])
})

const blocking = { expense: { blockEInvoiceTaxpayers: true } }

test('e-invoice taxpayers get no vouchers if the company blocks them', async () => {
  const { api } = await newDealer(system, blocking)
  const taxpayer = '4840847211'
  await control(system, 'PUT', `taxpayers/${taxpayer}`, { eInvoice: true })

  const refused = await api.post('/v1/expenses', manual({ idNo: taxpayer }))
  const preview = await api.post('/v1/expenses/preview', manual({ idNo: taxpayer }))
  const person = await api.post('/v1/expenses', manual({ idNo: PERSON }))

  expect(refusal(refused)).toEqual(broken('data.idNo', 'eInvoiceTaxpayer'))
  expect(refusal(preview)).toEqual(broken('data.idNo', 'eInvoiceTaxpayer'))
  expect(person.status).toBe(201)
})

test('a duplicate is reported as such, with any answer of the registry and without one', async () => {
  const { api } = await newDealer(system, blocking)
  const idNo = await freshNumber()
  const first = createdIn(await api.post('/v1/expenses', manual({ idNo })))
  const duplicate = [
    409,
    'CONFLICT',
    [{ field: 'data.idNo', rule: 'duplicate', existingId: first.id }],
  ]

  await control(system, 'PUT', `taxpayers/${idNo}`, { eInvoice: true })
  expect(refusal(await api.post('/v1/expenses', manual({ idNo })))).toEqual(duplicate)
  await control(system, 'POST', 'faults', { operation: 'taxpayer.lookup', mode: 'error', times: 1 })
  expect(refusal(await api.post('/v1/expenses', manual({ idNo })))).toEqual(duplicate)
})

test('without a cache, a new e-invoice taxpayer is blocked at once', async () => {
  const { api } = await newDealer(system, blocking)
  const idNo = await freshNumber()
  const before = await api.post('/v1/expenses/preview', manual({ idNo }))
  await control(system, 'PUT', `taxpayers/${idNo}`, { eInvoice: true })
  const after = await api.post('/v1/expenses/preview', manual({ idNo }))

  expect([before.status, refusal(after)]).toEqual([200, broken('data.idNo', 'eInvoiceTaxpayer')])
})

test('without that setting the registry is not called', async () => {
  const { api } = await newDealer(system)
  const taxpayer = '0843118681'
  await control(system, 'PUT', `taxpayers/${taxpayer}`, { eInvoice: true })
  const before = await lookups(system)

  expect((await api.post('/v1/expenses', manual({ idNo: taxpayer }))).status).toBe(201)
  expect(await lookups(system)).toBe(before)
})

test.each(['timeout', 'error', 'malformed', 'rate-limited'])(
  'a registry that fails by %s leads to a 502, and the next try continues',
  async (mode) => {
    const { api } = await newDealer(system, blocking)
    const idNo = await freshNumber()
    await control(system, 'POST', 'faults', { operation: 'taxpayer.lookup', mode, times: 1 })
    const post = () =>
      api.post('/v1/expenses', manual({ idNo }), { 'idempotency-key': `registry-${mode}` })

    const failed = await post()
    const again = await post()

    expect(refusal(failed)).toEqual([
      502,
      'UPSTREAM_ERROR',
      [{ field: 'integrator', rule: 'unavailable' }],
    ])
    expect(createdIn(again).number).toBe('1')
  },
)

test('a broken rule is reported before the registry is called', async () => {
  const { api } = await newDealer(system, blocking)
  await control(system, 'POST', 'faults', { operation: 'taxpayer.lookup', mode: 'error' })

  const answer = await api.post('/v1/expenses', manual({ idNo: OTHER_PERSON, number: '1' }))

  expect(answer.status).toBe(422)
  await control(system, 'DELETE', 'faults')
})

let numbers = 0

/** A number that the registry has not been asked about. */
const freshNumber = () => Promise.resolve(String(20_000_000_000 + numbers++))

async function control(
  { sandboxUrl }: SystemAddresses,
  method: string,
  path: string,
  body?: unknown,
) {
  const answer = await fetch(`${sandboxUrl}/__sandbox/${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  expect(answer.ok).toBe(true)
  return answer.text()
}

async function lookups(addresses: SystemAddresses) {
  const calls: { calls: readonly unknown[] } = JSON.parse(
    await control(addresses, 'GET', 'calls?operation=taxpayer.lookup'),
  )
  return calls.calls.length
}
