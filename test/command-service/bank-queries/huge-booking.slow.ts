import { expect, test } from 'vitest'
import { query } from '#test/support/banks.ts'
import { bankBooking } from '#test/support/little-bank.ts'
import { customerOfLittleBank, listed } from '#test/support/set-aside.ts'
import { systemForThisFile } from '#test/support/system.ts'

const system = systemForThisFile()

test('one huge booking costs none of the others, and is kept as far as an event can hold', async () => {
  const { api, bank, companyId } = await customerOfLittleBank(system)
  bank.book(
    bankBooking('1'),
    bankBooking('huge', { islTtr: '-1', islAcklm: 'ş'.repeat(3_000_000) }),
  )
  bank.book(bankBooking('long', { islAcklm: 'x'.repeat(3_000_000) }), bankBooking('2'))
  expect((await query(api)).results).toMatchObject([{ status: 'failed' }])
  const [line, ...others] = await listed(system, companyId)
  expect(others).toEqual([])
  expect(line).toMatchObject({ stamp: 'huge', booking: { isCut: true } })
  expect(line?.booking?.text).toHaveLength(131_072)
}, 60_000)
