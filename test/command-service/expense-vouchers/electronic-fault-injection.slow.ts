import { test } from 'vitest'
import { infrastructureForThisFile } from '#test/support/infrastructure.ts'
import {
  allCases,
  expectConsistencyUnderFaults,
  oneVoucher,
  tenVouchers,
} from './electronic-fault-injection.ts'

const infrastructure = infrastructureForThisFile()

test('in a long series with faults a voucher becomes official at most once', async () => {
  const series = { requests: oneVoucher, numRuns: 2_000, atMostMs: 30_000, cases: allCases }
  await expectConsistencyUnderFaults(infrastructure(), series)
})

test('so do ten vouchers that share a bank transaction and a serial', async () => {
  const series = { requests: tenVouchers, numRuns: 1_000, atMostMs: 25_000, cases: allCases }
  await expectConsistencyUnderFaults(infrastructure(), series)
})
