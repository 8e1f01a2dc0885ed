import { expect, test } from 'vitest'
import { type ExpenseVoucherEvent, expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import {
  drafted,
  past,
  statusChecked,
  voucher,
} from '#test/command-service/expense-vouchers/examples.ts'
import { newDealer, newId } from '#test/support/import-lines.ts'
import { dataIn, importing, systemForThisFile } from '#test/support/operator.ts'
import { recordEvents } from '#test/support/stored-events.ts'

const system = systemForThisFile()

const paper = {
  ...drafted,
  data: { ...voucher, documentMode: 'paper' as const, environment: null },
}
const states: Readonly<Record<string, readonly ExpenseVoucherEvent[]>> = {
  ...past,
  paper: [paper],
  'asked about after it was sent': [...past.sent, statusChecked('accepted')],
}

/** A dealer with a voucher of whom this is recorded. */
async function dealerWith(standing: string) {
  const dealer = newDealer()
  const { companyId } = dealer
  const expenseId = newId()
  const stream = `expenseVoucher-${expenseId}`
  await importing(system(), [dealer.company()])
  const events = states[standing] ?? []
  await recordEvents(system(), { family: expenseVoucherEvents, events, stream, companyId })
  const cancelled = (data: object = {}) => ({
    kind: 'eDocumentCancelled',
    data: { companyId, expenseId, cancelledAt: '2026-11-21T11:00:00+03:00', ...data },
  })
  const recorded = async () => (await dataIn(system(), stream)).slice(events.length)
  return { dealer, expenseId, cancelled, recorded }
}

test.each(['sent', 'asked about after it was sent'] as const)(
  'a voucher that is %s is cancelled once: the first line counts, whatever time another one has',
  async (standing) => {
    const { expenseId, cancelled, recorded } = await dealerWith(standing)
    const upper = cancelled({ expenseId: expenseId.toUpperCase() })
    const later = cancelled({ cancelledAt: '2026-11-22T08:00:00Z' })
    const earlier = cancelled({ cancelledAt: '2026-11-20T08:00:00Z' })

    expect(await importing(system(), [cancelled(), later])).toEqual({ imported: 1, unchanged: 1 })
    expect(await importing(system(), [upper, earlier])).toEqual({ imported: 0, unchanged: 2 })
    expect(await recorded()).toEqual([
      { voucherId: voucher.voucherId, cancelledAt: '2026-11-21T08:00:00.000Z' },
    ])
  },
)

const notSent = Object.keys(past).filter((state) => state !== 'sent')

test.each([...notSent, 'paper'])(
  'a line for a voucher that is %s is refused, and with it the file',
  async (standing) => {
    const { dealer, cancelled, recorded } = await dealerWith(standing)
    const state = standing === 'paper' ? 'draft' : standing

    expect(await importing(system(), [dealer.customer(), cancelled()])).toEqual({
      faults: [
        `line 2: expenseId: its state is ${state}: only an electronic voucher that is sent can be cancelled`,
      ],
    })
    expect(await recorded()).toEqual([])
  },
)

test('a voucher that is unknown or another company’s is refused', async () => {
  const { expenseId, cancelled, recorded } = await dealerWith('sent')
  const stranger = newDealer()
  await importing(system(), [stranger.company()])
  const lines = [
    cancelled({ expenseId: newId() }),
    cancelled({ companyId: stranger.companyId, expenseId }),
  ]

  expect(await importing(system(), lines)).toEqual({
    faults: ['line 1: expenseId: is not known here', 'line 2: expenseId: is not known here'],
  })
  expect(await recorded()).toEqual([])
})
