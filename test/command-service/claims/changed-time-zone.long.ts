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
})
