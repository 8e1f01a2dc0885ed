import { expect, test } from 'vitest'
import type { SystemAddresses } from '#test/support/system.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { refusal } from '#test/support/system-client.ts'
import { type DealerOptions, newDealer } from '#test/support/system-dealer.ts'
import {
  createdIn,
  END_CONSUMER,
  type Fields,
  fromBank,
  manual,
  OTHER_PERSON,
  PERSON,
  TAXPAYER,
} from '#test/support/vouchers.ts'

const system = systemForThisFile({ INTEGRATOR_TIMEOUT_MS: '1500', TAXPAYER_CACHE_SECONDS: '0' })

const broken = (field: string, rule: string) => [422, 'VALIDATION_FAILED', [{ field, rule }]]

interface Rule {
  readonly rule: string
  readonly dealer?: DealerOptions
  readonly request?: Fields
  readonly refused: readonly [field: string, rule: string]
}

const rules: readonly Rule[] = [
  {
    rule: 'a company without expense settings issues no vouchers',
    dealer: { expense: null },
    refused: ['companySettings.expense', 'required'],
  },
  {
    rule: 'a company whose expense settings are passive issues none either',
    dealer: { expense: { active: false } },
    refused: ['companySettings.expense', 'active'],
  },
  {
    rule: 'settings without a serial are no settings, unless the client gives one',
    dealer: { expense: { serial: null } },
    refused: ['companySettings.expense.serial', 'required'],
  },
  {
    rule: 'without a price, and none given, nothing can be calculated',
    request: { templateKey: 'platin' },
    refused: ['data.exchanges', 'notCalculable'],
  },
  {
    rule: 'what buys less than a hundredth of a gram is too little',
    request: { amount: 0.01 },
    refused: ['data.amount', 'minimum'],
  },
  {
    rule: 'without a template, and no default one, nothing can be bought',
    dealer: { lines: [{ kind: 'price', data: { material: 'gold', price: '5312.80' } }] },
    refused: ['data.templateKey', 'required'],
  },
  {
    rule: 'where identities are validated, a wrong one is refused',
    dealer: { expense: { identityValidationRequired: true } },
    request: { idNo: '12345678901' },
    refused: ['data.idNo', 'identity'],
  },
  {
    rule: 'where no identities are validated, a passport is none either',
    dealer: { expense: { identityValidationRequired: false, blockEInvoiceTaxpayers: true } },
    request: { idNo: 'U12345678' },
    refused: ['data.idNo', 'identity'],
  },
  {
    rule: 'where identities are validated, a passport is none',
    dealer: { expense: { identityValidationRequired: true } },
    request: { idNo: 'U12345678' },
    refused: ['data.idNo', 'identity'],
  },
]

test.each(rules)('$rule', async ({ dealer, request, refused }) => {
  const { api } = await newDealer(system, dealer)

  for (const path of ['/v1/expenses', '/v1/expenses/preview']) {
    expect(refusal(await api.post(path, manual(request)))).toEqual(broken(...refused))
  }
  expect((await api.get('/v1/expenses')).meta?.total).toBe(0)
})

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

test.each([
  { identity: "a person's number", idNo: PERSON },
  { identity: "a taxpayer's number", idNo: TAXPAYER },
  { identity: 'the end consumer', idNo: END_CONSUMER },
])('where identities are validated, $identity is accepted', async ({ idNo }) => {
  const { api } = await newDealer(system, { expense: { identityValidationRequired: true } })

  expect((await api.post('/v1/expenses', manual({ idNo }))).status).toBe(201)
})

test('where identities are not validated, a number is taken as it is', async () => {
  const { api } = await newDealer(system)

  const answer = await api.post('/v1/expenses', manual({ idNo: ' 12345678901 ' }))

  expect(createdIn(answer).customer.taxNumber).toBe('12345678901')
})

test('an incoming transaction, or one in another currency, is no source', async () => {
  const dealer = await newDealer(system)
  const incoming = await dealer.transaction({ incoming: true })
  const foreign = await dealer.transaction({ currency: 'USD' })
  const post = (transactionId: string) => dealer.api.post('/v1/expenses', fromBank(transactionId))

  expect(refusal(await post(incoming))).toEqual(broken('data.bankTransactionId', 'direction'))
  expect(refusal(await post(foreign))).toEqual(broken('data.bankTransactionId', 'currency'))
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
