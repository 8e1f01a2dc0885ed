import { beforeAll, describe, expect, test } from 'vitest'
import {
  clearFaults,
  create,
  fault,
  fromBank,
  HASTE,
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
  test('reports all its faults at once', async () => {
    const answer = await create(shared.api, { source: 'manual', isSwap: true, amount: -1 })

    expect(faultsIn(answer)).toEqual({
      'data.isSwap': 'unknown',
      'data.amount': 'minimum',
      'data.idNo': 'required',
      'data.paymentType': 'required',
    })
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
  test('a transaction without a known sender needs a buyer', async () => {
    const dealer = await invoicingDealer(system)
    const transaction = await received(dealer, { idNo: null, nameSurname: null })

    expect(faultsIn(await create(dealer.api, fromBank(transaction)))).toEqual({
      'data.idNo': 'required',
    })
    const named = fromBank(transaction, { idNo: '11111111111' })
    expect((await create(dealer.api, named)).status).toBe(201)
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
