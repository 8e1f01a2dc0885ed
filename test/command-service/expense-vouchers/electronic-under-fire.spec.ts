import { test } from 'vitest'
import { worldForThisFile } from '#test/support/world.ts'
import { expectOrderUnderFire, oneVoucher, tenVouchers } from './electronic-under-fire.ts'

const world = worldForThisFile()

test('a voucher becomes official once at most, whatever is done and whoever fails', async () => {
  const fire = { requests: oneVoucher, numRuns: 72, atMostMs: 12_000 }
  await expectOrderUnderFire(world(), fire)
}, 120_000)

test('so do ten that share a bank transaction and a serial', async () => {
  const fire = { requests: tenVouchers, numRuns: 32, atMostMs: 12_000 }
  await expectOrderUnderFire(world(), fire)
}, 120_000)
