import { expect, test } from 'vitest'
import { recordDay } from '#operator/retention/record-day.ts'

const metadata = { recordedAt: '2025-12-31T21:31:00Z' }
const drafted = (day: string | null) => ({
  type: 'VoucherDrafted',
  data: { transactionDate: '2025-12-31T21:30:00Z', day },
})

// In Istanbul this is half past midnight of New Year's Day; in New York the afternoon before.
test.each([
  ['America/New_York', '2026-01-01', '2026-01-01'],
  ['Europe/Istanbul', '2025-12-31', '2026-01-01'],
  ['America/New_York', null, '2025-12-31'],
])('in %s a voucher recorded on %s counts from %s', (timeZone, recorded, day) => {
  expect(recordDay(drafted(recorded), metadata, timeZone)).toBe(day)
})
