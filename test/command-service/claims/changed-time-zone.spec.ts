import { describe, expect, test } from 'vitest'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import {
  create,
  createdIn as createdInvoiceIn,
  invoicingDealer,
  manual as sale,
} from '#test/support/invoices.ts'
import { electronicDealer, newDraft } from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { apiAt, refusal } from '#test/support/system-client.ts'
import { type Dealer, newDealer } from '#test/support/system-dealer.ts'
import { createdIn, manual } from '#test/support/vouchers.ts'

const system = systemForThisFile()

const NEW_YORK = 'America/New_York'
const FARTHEST_EAST = 'Pacific/Kiritimati'
const FARTHEST_WEST = 'Etc/GMT+12'

/** As the operator does it: the company's line once more. */
const moveTo = (dealer: Dealer, timeZone: string) =>
  dealer.import({
    kind: 'company',
    data: {
      id: dealer.companyId,
      companyId: undefined,
      title: 'Kapalıçarşı Sarraf',
      taxNumber: '4840847211',
      timeZone,
    },
  })

const dealerIn = (timeZone: string) => newDealer(system, { company: { timeZone } })

const buy = ({ api }: Pick<Dealer, 'api'>, transactionDate: string, fields = {}) =>
  api.post('/v1/expenses', manual({ transactionDate, ...fields }))

const sell = ({ api }: Dealer, transactionDate: string, fields = {}) =>
  create(api, sale({ transactionDate, ...fields }))

const duplicateOf = (existingId: string | null) => [
  409,
  'CONFLICT',
  [{ field: 'data.idNo', rule: 'duplicate', existingId }],
]

describe('vouchers of a company whose time zone changes', () => {
  // In Istanbul 00:30 of the 21st; in New York the afternoon of the 20th.
  const AFTER_MIDNIGHT = '2025-11-20T21:30:00Z'

  test('the same voucher again is a duplicate, unless its caller insists', async () => {
    const dealer = await dealerIn('Europe/Istanbul')
    const first = createdIn(await buy(dealer, AFTER_MIDNIGHT))

    await moveTo(dealer, NEW_YORK)

    expect(refusal(await buy(dealer, AFTER_MIDNIGHT))).toEqual(duplicateOf(first.id))
    expect(refusal(await buy(dealer, AFTER_MIDNIGHT, { isDraft: true }))).toEqual(
      duplicateOf(first.id),
    )
    expect((await buy(dealer, AFTER_MIDNIGHT, { allowDuplicate: true })).status).toBe(201)
  })

  test('a voucher of the same day by the earlier zone or by the present one is a duplicate', async () => {
    const dealer = await dealerIn('Europe/Istanbul')
    const first = createdIn(await buy(dealer, AFTER_MIDNIGHT))

    await moveTo(dealer, NEW_YORK)

    const byEarlier = await buy(dealer, '2025-11-21T20:30:00Z')
    const byPresent = await buy(dealer, '2025-11-20T06:00:00Z')
    expect(refusal(byEarlier)).toEqual(duplicateOf(first.id))
    expect(refusal(byPresent)).toEqual(duplicateOf(first.id))
  })

  test('a voucher of another day in each zone is accepted', async () => {
    const dealer = await dealerIn('UTC')
    await buy(dealer, '2025-11-20T06:00:00Z')

    await moveTo(dealer, FARTHEST_WEST)

    // Its day in the present zone is what the first one's was in the earlier zone.
    expect((await buy(dealer, '2025-11-21T06:00:00Z')).status).toBe(201)
    expect((await buy(dealer, '2025-11-18T06:00:00Z')).status).toBe(201)
  })

  test('many vouchers of neighbouring days are in nobody’s way', async () => {
    const dealer = await dealerIn('UTC')
    for (let count = 0; count < 22; count++) {
      const made = await buy(dealer, '2025-11-20T06:00:00Z', { allowDuplicate: true })
      expect(made.status).toBe(201)
    }

    await moveTo(dealer, FARTHEST_WEST)

    expect((await buy(dealer, '2025-11-21T06:00:00Z')).status).toBe(201)
  })

  test('from one end of the calendar to the other and back, each earlier zone counts', async () => {
    const dealer = await dealerIn(FARTHEST_EAST)
    // 2 January there, and 31 December at the other end.
    const MOMENT = '2026-01-01T10:30:00Z'
    const first = createdIn(await buy(dealer, MOMENT))

    await moveTo(dealer, FARTHEST_WEST)
    expect(refusal(await buy(dealer, MOMENT))).toEqual(duplicateOf(first.id))
    const second = createdIn(await buy(dealer, '2025-12-31T09:00:00Z'))
    await moveTo(dealer, 'Asia/Kolkata')
    await moveTo(dealer, FARTHEST_EAST)

    expect(refusal(await buy(dealer, MOMENT))).toEqual(duplicateOf(first.id))
    expect(refusal(await buy(dealer, '2025-12-31T09:00:00Z'))).toEqual(duplicateOf(second.id))
    // 31 December in the farthest east, where the second one is of that day, too.
    expect(refusal(await buy(dealer, '2025-12-30T11:00:00Z'))).toEqual(duplicateOf(second.id))
    expect((await buy(dealer, '2026-01-03T10:30:00Z')).status).toBe(201)
  })

  test('at New Year a duplicate is found in the year that its day had, until it is deleted', async () => {
    const dealer = await dealerIn('Europe/Istanbul')
    // 2026 in Istanbul, 2025 in New York.
    const NEW_YEAR = '2025-12-31T21:30:00Z'
    const draft = createdIn(await buy(dealer, NEW_YEAR, { isDraft: true }))

    await moveTo(dealer, NEW_YORK)
    expect(refusal(await buy(dealer, '2025-12-31T22:00:00Z'))).toEqual(duplicateOf(draft.id))
    expect((await dealer.api.delete(`/v1/expenses/${draft.id}`)).status).toBe(200)

    const next = createdIn(await buy(dealer, '2025-12-31T22:00:00Z'))
    await moveTo(dealer, 'Europe/Istanbul')
    expect(refusal(await buy(dealer, NEW_YEAR))).toEqual(duplicateOf(next.id))
  })

  test('a voucher from a bank transaction is held against the earlier zone, too', async () => {
    const dealer = await dealerIn('Europe/Istanbul')
    const transactionDate = AFTER_MIDNIGHT
    const [one, other] = [
      await dealer.transaction({ transactionDate }),
      await dealer.transaction({ transactionDate }),
    ]
    const fromBank = (bankTransactionId: string) =>
      dealer.api.post('/v1/expenses', {
        source: 'bankTransaction',
        idNo: '10000000146',
        bankTransactionId,
      })
    const first = createdIn(await fromBank(one))

    await moveTo(dealer, NEW_YORK)

    expect(refusal(await fromBank(other))).toEqual(duplicateOf(first.id))
    const held = (await fromBank(one)).error?.details[0]
    expect(held).toMatchObject({ field: 'data.bankTransactionId', existingId: first.id })
  })

  test('a service that is started later knows the earlier zones', async () => {
    const dealer = await dealerIn('Europe/Istanbul')
    const first = createdIn(await buy(dealer, AFTER_MIDNIGHT))
    await moveTo(dealer, NEW_YORK)

    const { url } = await anotherCommandService(system)

    const api = apiAt(url, dealer.credentials)
    expect(refusal(await buy({ api }, AFTER_MIDNIGHT))).toEqual(duplicateOf(first.id))
  })

  test('numbers go on without a gap over a change at New Year', async () => {
    const dealer = await dealerIn('Europe/Istanbul')
    const numbers: (string | null)[] = []
    for (const timeZone of [NEW_YORK, FARTHEST_EAST, FARTHEST_WEST]) {
      const amount = 1_000 + numbers.length
      numbers.push(createdIn(await buy(dealer, '2025-12-31T21:30:00Z', { amount })).number)
      await moveTo(dealer, timeZone)
    }

    expect(numbers).toEqual(['1', '2', '3'])
  })
})

test('the provider’s file of a voucher is that of its day in the earlier zone', async () => {
  const dealer = await electronicDealer(system)
  const draft = await newDraft(system, dealer)
  expect((await draft.prepare()).status).toBe(200)

  // It is tomorrow in the first or yesterday in the second, at any time of the test.
  for (const zone of [FARTHEST_EAST, FARTHEST_WEST]) {
    await moveTo(dealer, zone)
    expect((await draft.file('xml')).status).toBe(200)
  }
})

describe('invoices of a company whose time zone changes', () => {
  test('the same invoice again is a duplicate, also at New Year', async () => {
    const dealer = await invoicingDealer(system)
    const moments = ['2025-11-20T21:30:00Z', '2025-12-31T21:30:00Z']
    const ids: (string | null)[] = []
    for (const moment of moments) ids.push(createdInvoiceIn(await sell(dealer, moment)).invoiceId)

    await moveTo(dealer, NEW_YORK)

    const answers: unknown[] = []
    for (const moment of moments) answers.push(refusal(await sell(dealer, moment)))
    expect(answers).toEqual(ids.map(duplicateOf))
    expect((await sell(dealer, '2025-11-25T21:30:00Z')).status).toBe(201)
  })

  test('a deleted draft is no duplicate', async () => {
    const dealer = await invoicingDealer(system)
    const MOMENT = '2025-12-31T21:30:00Z'
    const { sourceId } = createdInvoiceIn(await sell(dealer, MOMENT, { isDraft: true }))
    await moveTo(dealer, NEW_YORK)
    expect(refusal(await sell(dealer, MOMENT))).toEqual(duplicateOf(sourceId))

    expect((await dealer.api.delete(`/v1/invoices/${sourceId}`)).status).toBe(200)

    expect((await sell(dealer, MOMENT)).status).toBe(201)
  })
})
