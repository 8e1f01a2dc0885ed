import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type BankQueryEvent, bankQueryEvents } from '#kernel/events/bank-query.ts'
import { differences } from '#test/support/read-model-fold.ts'
import { dealerForThisFile } from '../../dealer.ts'

const files = dealerForThisFile()

const setAside = (bookingId: string, changes: object = {}): BankQueryEvent => ({
  type: 'BookingSetAside',
  data: {
    accountId: 'a'.repeat(24),
    bookingId,
    stamp: 'odd',
    reason: 'unreadable',
    faults: [{ member: 'islTtr', rule: 'pattern' }],
    incoming: true,
    transactionDate: '2026-11-25T07:00:00.000Z',
    amount: '12.34567',
    currency: 'XAU',
    ...changes,
  },
})

test('a booking that was set aside is shown as it is decided, and as an independent fold says', async () => {
  const { now } = files
  const companyId = randomBytes(12).toString('hex')
  const ids = ['1', '2', '3', '4'].map((digit) => `${companyId.slice(1)}${digit}`)
  const [open = '', recorded = '', dismissed = '', empty = ''] = ids
  const accountId = 'a'.repeat(24)
  const nothing = {
    stamp: null,
    incoming: null,
    transactionDate: null,
    amount: null,
    currency: null,
  }
  const events: readonly BankQueryEvent[] = [
    setAside(open),
    setAside(recorded),
    setAside(dismissed, { reason: 'contradicts' }),
    setAside(empty, nothing),
    {
      type: 'SetAsideBookingRecorded',
      data: { accountId, bookingId: recorded, transactionId: 'd'.repeat(24) },
    },
    {
      type: 'SetAsideBookingDismissed',
      data: { accountId, bookingId: dismissed, reason: 'a test' },
    },
  ]
  for (const event of events) await now.write(bankQueryEvents, companyId, event, { companyId })

  expect(await differences(now)).toEqual([])
  const rows = await now.rows(
    'select id, state, transaction_id, dismissed_for, amount::text from read_model.set_aside_booking where company_id = $1 order by id',
    [companyId],
  )
  expect(rows).toEqual([
    { id: open, state: 'open', transaction_id: null, dismissed_for: null, amount: '12.34567' },
    {
      id: recorded,
      state: 'recorded',
      transaction_id: 'd'.repeat(24),
      dismissed_for: null,
      amount: '12.34567',
    },
    {
      id: dismissed,
      state: 'dismissed',
      transaction_id: null,
      dismissed_for: 'a test',
      amount: '12.34567',
    },
    { id: empty, state: 'open', transaction_id: null, dismissed_for: null, amount: null },
  ])
})
