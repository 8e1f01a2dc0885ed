import { expect, test } from 'vitest'
import { openStates } from '#client/patient-steps.ts'
import { settling } from '#kernel/events/life.ts'
import { voucherStatesWaitingFor } from '#kernel/events/voucher-life.ts'

test('a step waits in exactly the states that the provider, or the recovery, settles', () => {
  expect(openStates).toEqual(new Set(voucherStatesWaitingFor(...settling)))
})
