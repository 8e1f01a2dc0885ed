import { test } from 'vitest'
import { infrastructureForThisFile } from '#test/support/infrastructure.ts'
import {
  expectConsistencyUnderFaults,
  mainCases,
  oneVoucher,
  tenVouchers,
} from './electronic-fault-injection.ts'

const infrastructure = infrastructureForThisFile()

test('a voucher becomes official at most once under random requests and faults', async () => {
  const series = { requests: oneVoucher, numRuns: 24, atMostMs: 4_000, cases: mainCases }
  await expectConsistencyUnderFaults(infrastructure(), series)
})

test('so do ten vouchers that share a bank transaction and a serial', async () => {
  const series = { requests: tenVouchers, numRuns: 16, atMostMs: 4_000, cases: mainCases }
  await expectConsistencyUnderFaults(infrastructure(), series)
})
