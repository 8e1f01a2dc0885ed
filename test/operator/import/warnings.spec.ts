import { expect, test } from 'vitest'
import { instantOf } from '#kernel/domain/instant.ts'
import { type Line, ndjson, newDealer } from '#test/support/import-lines.ts'
import { importing, systemForThisFile } from '#test/support/operator.ts'
import { operator, variablesOf } from '../command-line.ts'
import { servicesForThisFile } from '../services.ts'

const system = systemForThisFile()

servicesForThisFile(system)

const HOUR_MS = 60 * 60 * 1_000
const ahead = (hours: number) => instantOf(Date.now() + hours * HOUR_MS)

const importCommand = (lines: readonly Line[]) =>
  operator(['import', '-'], variablesOf(system()), ndjson(lines))

test('a moment more than 24 hours ahead is imported, and told with its line', async () => {
  const dealer = newDealer()
  const at = ahead(25)
  const lines = [dealer.company(), dealer.price({ at: ahead(23) }), dealer.price({ at })]
  expect(await importCommand(lines)).toEqual({
    stdout: '{"imported":3,"unchanged":0}\n',
    stderr: `line 3: at: warning: ${at} is more than 24 hours ahead\n`,
    exitCode: 0,
  })
})

test('beside a fault a warning is printed, too, and nothing is imported', async () => {
  const dealer = newDealer()
  const at = ahead(25)
  const wrong = [dealer.company({ title: 1 }), dealer.price({ at })]
  const { stdout, stderr, exitCode } = await importCommand(wrong)
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 })
  expect(stderr.split('\n')).toEqual([
    'line 1: title: must be a text of 1 to 500 characters',
    `line 2: at: warning: ${at} is more than 24 hours ahead`,
    '',
  ])
})

test('every kind that tells a moment is looked at, but not the end of a key', async () => {
  const dealer = newDealer()
  const at = ahead(24 * 365)
  const warned = (field: string) => `${field}: ${at} is more than 24 hours ahead`
  const { companyId } = dealer
  const event = { companyId, id: companyId, idNo: '10000000146', recordLevel: 1, eventDate: at }
  const outcome = await importing(system(), [
    dealer.company(),
    dealer.apiKey({ validUntil: at }),
    dealer.customer({ createdDate: at, lastDate: at }),
    dealer.bankAccount(),
    dealer.bankTransaction({ transactionDate: at }),
    { kind: 'customerEvent', data: event },
  ])
  expect(outcome).toEqual({
    imported: 6,
    unchanged: 0,
    warnings: [
      `line 3: ${warned('createdDate')}`,
      `line 3: ${warned('lastDate')}`,
      `line 5: ${warned('transactionDate')}`,
      `line 6: ${warned('eventDate')}`,
    ],
  })
})

test('a second account of one number, in any spelling, is imported, and the first is named', async () => {
  const dealer = newDealer()
  const [first, second, third] = ['a', 'b', 'c'].map((digit) => dealer.companyId.slice(1) + digit)
  const account = (id: string | undefined, idNo: string, createdDate?: string): Line => ({
    kind: 'customer',
    data: { companyId: dealer.companyId, id, idNo, nameSurname: 'Ayşe Işık', createdDate },
  })
  const lines = [
    dealer.company(),
    account(first, 'U01234567', '2026-01-05T09:00:00.000Z'),
    account(second, 'u 0123-4567', '2026-01-06T09:00:00.000Z'),
  ]
  expect((await importCommand(lines)).stderr).toBe(
    `line 3: idNo: warning: is also the number of customer ${first}\n`,
  )
  expect((await importCommand([account(third, 'U.01234567')])).stderr).toBe(
    `line 1: idNo: warning: is also the number of customer ${first}\n`,
  )
  expect((await importCommand([account(first, 'U01234567')])).stderr).toBe('')
})
