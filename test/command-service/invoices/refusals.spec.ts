import { beforeAll, describe, expect, test } from 'vitest'
import {
  clearFaults,
  create,
  type Fields,
  fault,
  fromBank,
  HASTE,
  invoiceLines,
  invoicingDealer,
  issuedBy,
  manual,
  newPerson,
  received,
} from '#test/support/invoices.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { type Answer, refusal } from '#test/support/system-client.ts'
import { type Dealer, recordId } from '#test/support/system-dealer.ts'

const system = systemForThisFile(HASTE)

/** For requests that leave nothing behind. */
let shared: Dealer
beforeAll(async () => {
  shared = await invoicingDealer(system)
})

const faultsIn = ({ error }: Answer) =>
  Object.fromEntries((error?.details ?? []).map(({ field, rule }) => [field, rule]))

describe('an invalid request', () => {
  test.each<[rule: string, field: string, fields: Fields]>([
    ['required', 'data.bankTransactionId', { source: 'bankTransaction' }],
    ['required', 'data.paymentType', manual({ paymentType: undefined })],
    ['mismatch', 'data.amount', fromBank('65f000000000000000000001', { amount: 5 })],
    ['mismatch', 'data.bankName', manual({ bankName: 'Ziraat' })],
    ['unknown', 'data.currency', manual({ currency: 'TRY' })],
    ['enum', 'data.invoiceType', manual({ invoiceType: 'IADE' })],
    ['minLength', 'data.idNo', manual({ idNo: '  ' })],
    ['type', 'data.isDraft', manual({ isDraft: 'yes' })],
  ])('%s of %s is refused, and nothing is sent', async (rule, field, fields) => {
    const answer = await create(shared.api, fields)

    expect(answer.status).toBe(400)
    expect(faultsIn(answer)).toEqual({ [field]: rule })
    expect(await issuedBy(shared)).toEqual([])
  })

  test('reports all its faults at once', async () => {
    const answer = await create(shared.api, { source: 'manual', isSwap: true, amount: -1 })

    expect(faultsIn(answer)).toEqual({
      'data.isSwap': 'unknown',
      'data.amount': 'minimum',
      'data.idNo': 'required',
      'data.paymentType': 'required',
    })
  })

  test('a preview knows nothing of drafts and duplicates', async () => {
    const asked = manual({ isDraft: true, allowDuplicate: true })

    expect(faultsIn(await shared.api.post('/v1/invoices/preview', asked))).toEqual({
      'data.isDraft': 'unknown',
      'data.allowDuplicate': 'unknown',
    })
  })

  test('a key without the right to invoices may not', async () => {
    const { api } = await invoicingDealer(system, { key: { rights: ['expenses'] } })

    expect(refusal(await create(api, manual()))).toEqual([403, 'AUTH_FORBIDDEN', []])
    expect((await api.delete(`/v1/invoices/${recordId()}`)).status).toBe(403)
  })
})

describe('an unknown record in a request', () => {
  test('is not found, exactly like another company’s record', async () => {
    const notOurs = await received(await invoicingDealer(system))

    for (const fields of [
      fromBank(recordId()),
      fromBank(notOurs),
      manual({ templateKey: 'no-such-key' }),
      manual({ templateKey: 'alis' }),
    ]) {
      const gone = [404, 'RESOURCE_NOT_FOUND', []]
      expect(refusal(await create(shared.api, fields))).toEqual(gone)
      expect(refusal(await shared.api.post('/v1/invoices/preview', fields))).toEqual(gone)
    }
  })
})

describe('what the rules of the business forbid', () => {
  test.each<[field: string, rule: string, fields: Fields]>([
    ['data.idNo', 'identity', { idNo: '10000000145' }],
    ['data.idNo', 'identity', { idNo: 'U1234567' }],
    ['data.amount', 'minimum', { amount: 99.99 }],
    ['data.templateKey', 'notCalculable', { templateKey: 'kulce', invoiceType: 'OZELMATRAH' }],
    ['data.exchanges', 'notCalculable', { templateKey: 'platin' }],
  ])('%s: %s', async (field, rule, fields) => {
    const { api } = shared
    const told = [422, 'VALIDATION_FAILED', [{ field, rule }]]

    expect(refusal(await create(api, manual(fields)))).toEqual(told)
    expect(refusal(await api.post('/v1/invoices/preview', manual(fields)))).toEqual(told)
  })

  test.each<[rule: string, data: Fields]>([
    ['direction', { incoming: false }],
    ['currency', { currency: 'USD' }],
  ])('a transaction of another %s is no source', async (rule, data) => {
    const transaction = await received(shared, data)

    expect(refusal(await create(shared.api, fromBank(transaction)))).toEqual([
      422,
      'VALIDATION_FAILED',
      [{ field: 'data.bankTransactionId', rule }],
    ])
  })

  test('a transaction without a known sender needs a buyer', async () => {
    const dealer = await invoicingDealer(system)
    const transaction = await received(dealer, { idNo: null, nameSurname: null })

    expect(faultsIn(await create(dealer.api, fromBank(transaction)))).toEqual({
      'data.idNo': 'required',
    })
    const named = fromBank(transaction, { idNo: '11111111111' })
    expect((await create(dealer.api, named)).status).toBe(201)
  })

  test('without definitions for invoices, or with passive ones, nothing is issued', async () => {
    const field = 'companySettings.invoice'
    const none = await invoicingDealer(system, { invoice: null })
    const passive = await invoicingDealer(system, { invoice: { active: false } })

    expect(faultsIn(await create(none.api, manual()))).toEqual({ [field]: 'required' })
    expect(faultsIn(await create(passive.api, manual()))).toEqual({ [field]: 'active' })
  })

  test('without a default template one must be named', async () => {
    const { api } = await invoicingDealer(system, { lines: invoiceLines(false) })

    expect(faultsIn(await create(api, manual()))).toEqual({ 'data.templateKey': 'required' })
    expect((await create(api, manual({ templateKey: 'kulce' }))).status).toBe(201)
  })

  test('an identity number that need not be validated is accepted as it is', async () => {
    const { api } = await invoicingDealer(system, {
      invoice: { identityValidationRequired: false },
    })

    expect((await create(api, manual({ idNo: '10000000145' }))).status).toBe(201)
  })
})

describe('while the taxpayer registry does not answer', () => {
  test.each(['error', 'timeout', 'malformed'] as const)(
    'the channel is not guessed: %s',
    async (mode) => {
      const dealer = await invoicingDealer(system)
      const transaction = await received(dealer, { idNo: newPerson() })
      await fault(system, 'taxpayer.lookup', mode)
      expect((await create(dealer.api, fromBank(transaction))).status).toBe(502)
      await fault(system, 'taxpayer.lookup', mode)
      const preview = await dealer.api.post('/v1/invoices/preview', fromBank(transaction))
      expect(refusal(preview)).toEqual([
        502,
        'UPSTREAM_ERROR',
        [{ field: 'integrator', rule: 'unavailable' }],
      ])
      await clearFaults(system)

      expect((await create(dealer.api, fromBank(transaction))).status).toBe(201)
    },
  )

  test('broken rules are still reported', async () => {
    const { api } = await invoicingDealer(system)
    await fault(system, 'taxpayer.lookup', 'error')

    expect((await create(api, manual({ amount: 1 }))).status).toBe(422)
    await clearFaults(system)
  })
})

describe('an identity number', () => {
  const identity = [422, 'VALIDATION_FAILED', [{ field: 'data.idNo', rule: 'identity' }]]

  test.each(['ABC', 'U12345678', '123456789', '123456789012', '1234 567 89', '1000000014O'])(
    '%s is on no invoice, also where none is validated, and nobody is asked',
    async (idNo) => {
      const dealer = await invoicingDealer(system, {
        invoice: { identityValidationRequired: false },
      })
      await fault(system, 'taxpayer.lookup', 'error')
      await fault(system, 'invoice.submit', 'error')

      expect(refusal(await create(dealer.api, manual({ idNo })))).toEqual(identity)
      const payment = await received(dealer, { idNo })
      expect(refusal(await create(dealer.api, fromBank(payment)))).toEqual(identity)
      await clearFaults(system)
      expect(await issuedBy(dealer)).toEqual([])
    },
  )

  test.each([true, false])(
    '2222222222 is a buyer abroad, validated or not: %s',
    async (required) => {
      const { api } = await invoicingDealer(system, {
        invoice: { identityValidationRequired: required },
      })
      const abroad = manual({ idNo: '2222222222', nameSurname: 'Jane Doe' })

      expect((await create(api, abroad)).data).toMatchObject({ channel: 'earchive' })
    },
  )

  test('that fails its checksum is taken where none is validated', async () => {
    const { api } = await invoicingDealer(system, {
      invoice: { identityValidationRequired: false },
    })

    for (const idNo of ['1234567890', '12345678901']) {
      expect((await create(api, manual({ idNo }))).status).toBe(201)
    }
  })
})

test.each([0.000_000_01, 0.004])('a price of %d sells no tons for a coin', async (exchanges) => {
  const { api } = await invoicingDealer(system)
  const answer = await create(api, manual({ exchanges }))

  expect(answer.status).toBe(422)
  expect(faultsIn(answer)).toEqual({ 'data.exchanges': 'notCalculable' })
})

test('a company that asks for whole parties names each field that is missing', async () => {
  const dealer = await invoicingDealer(system)
  const definitions = { active: true, serial: 'SRF', identityValidationRequired: true }
  await dealer.import({
    kind: 'companySettings',
    data: { companyId: dealer.companyId, invoice: definitions, partyDataRequired: true },
  })

  const [status, code, details] = refusal(await create(dealer.api, manual({ customerInfo: {} })))

  expect([status, code]).toEqual([422, 'VALIDATION_FAILED'])
  expect(details).toEqual(
    expect.arrayContaining([
      { field: 'companySettings.mersisNo', rule: 'requiredOneOf' },
      { field: 'data.customerInfo.address', rule: 'required' },
      { field: 'data.customerInfo.cities', rule: 'required' },
      { field: 'data.customerInfo.states', rule: 'required' },
    ]),
  )
})
