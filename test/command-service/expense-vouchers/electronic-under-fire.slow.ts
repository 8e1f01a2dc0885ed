import { test } from 'vitest'
import { worldForThisFile } from '#test/support/world.ts'
import { expectOrderUnderFire, oneVoucher, tenVouchers } from './electronic-under-fire.ts'

const world = worldForThisFile()

test('a voucher becomes official once at most through hundreds of days', async () => {
  const fire = { requests: oneVoucher, numRuns: 2_000, atMostMs: 75_000 }
  await expectOrderUnderFire(world(), fire)
})

test('so do ten that share a bank transaction and a serial', async () => {
  const fire = { requests: tenVouchers, numRuns: 1_000, atMostMs: 60_000 }
  await expectOrderUnderFire(world(), fire)
})
