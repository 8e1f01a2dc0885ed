import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { query, TRANSACTIONS, transactionsIn } from '#test/support/banks.ts'
import { bankBooking } from '#test/support/little-bank.ts'
import { customerOfLittleBank, listed } from '#test/support/set-aside.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { type BuiltBooking, damagedBookings } from './damaged-bookings.ts'

const system = systemForThisFile()

const columns: Readonly<Record<string, string>> = {
  gnclBky: 'balance',
  dvzKur: 'exchangeRate',
  bnkKod: 'bankCode',
  krsMskIBAN: 'iban',
}

const sorted = (values: readonly string[]) => values.toSorted()

test('of any page all that is valid is recorded, all else set aside with its member, and nothing lost', async () => {
  let run = 0
  const bookings = damagedBookings(40, () => run)
  await fc.assert(
    fc.asyncProperty(bookings, async (built) => {
      run += 1
      const { api, bank, companyId } = await customerOfLittleBank(system, 15)
      bank.book(...built.map(({ bytes }) => bytes))
      const [result] = (await query(api)).results

      const shown = async () => transactionsIn(await api.get(`${TRANSACTIONS}?pageSize=100`))
      const valid = built.filter(({ fault }) => fault === null)
      const recorded = await shown()
      expect(sorted(recorded.map(({ stamp }) => stamp))).toEqual(
        sorted(valid.map(({ stamp }) => stamp)),
      )
      for (const booking of valid) expectRecorded(recorded, booking)

      const damaged = distinct(built.filter(({ fault }) => fault !== null))
      const lines = await listed(system, companyId)
      expect(sorted(lines.map(bankWrote))).toEqual(
        sorted(damaged.map(({ bytes }) => bytes.toString('hex'))),
      )
      for (const { bytes, fault, hasStamp, stamp } of damaged) {
        const line = lines.find((each) => bankWrote(each) === bytes.toString('hex'))
        expect(line?.faults.map(({ member }) => member)).toContain(fault)
        expect(line?.stamp).toBe(hasStamp ? stamp : null)
      }
      expect(result?.status).toBe(damaged.length === 0 ? 'success' : 'failed')

      bank.book(bankBooking('the next one'))
      await query(api)
      expect(await listed(system, companyId)).toEqual(lines)
      expect(await shown()).toHaveLength(valid.length + 1)
    }),
    { numRuns: 6 },
  )
})

function expectRecorded(
  recorded: Awaited<ReturnType<typeof transactionsIn>>,
  { stamp, amount, leftOut }: BuiltBooking,
) {
  const one = recorded.find((each) => each.stamp === stamp)
  expect(one?.amount).toBe(Number(amount))
  expect(one?.status).toBe(Number(amount) === 0 ? 2 : 0)
  for (const member of leftOut) expect(one).toHaveProperty(columns[member] ?? '', null)
}

/** Two that are the same and have no stamp are two bookings. With a stamp they are one, delivered twice. */
const distinct = (built: readonly BuiltBooking[]) =>
  built.filter(
    ({ bytes, hasStamp }, index) =>
      !hasStamp || built.findIndex((each) => each.bytes.equals(bytes)) === index,
  )

const bankWrote = ({ booking }: Awaited<ReturnType<typeof listed>>[number]) =>
  Buffer.from(booking?.text ?? '', booking?.encoding === 'base64' ? 'base64' : 'utf-8').toString(
    'hex',
  )
