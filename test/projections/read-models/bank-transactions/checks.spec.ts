import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  type BankTransactionEvent,
  bankTransactionEvents,
} from '#kernel/events/bank-transaction.ts'
import { type SanctionCheckEvent, sanctionCheckEvents } from '#kernel/events/sanction-check.ts'
import { dealerForThisFile } from '#test/projections/dealer.ts'
import { sanctionsChecked, transactionRecorded } from '#test/projections/samples.ts'
import { differences } from '#test/support/read-model-fold.ts'

const files = dealerForThisFile()

const FIRST = '1'.repeat(24)
const SECOND = '2'.repeat(24)
const THIRD = '3'.repeat(24)

function newCompany() {
  const companyId = randomBytes(12).toString('hex')
  const { now: dealer } = files
  const when = { companyId }
  return {
    records: (event: BankTransactionEvent) =>
      dealer.write(bankTransactionEvents, `${companyId}${event.data.transactionId}`, event, when),
    checks: (event: SanctionCheckEvent, at: { readonly at?: string } = {}) =>
      dealer.write(sanctionCheckEvents, `${companyId}${event.data.checkId}`, event, {
        ...when,
        ...at,
      }),
    async shown() {
      expect(await differences(dealer)).toEqual([])
      const query = `select id, masak_status, updated_at from read_model.bank_transaction
                     where company_id = $1 order by updated_at`
      return dealer.rows<Shown>(query, [companyId])
    },
  }
}

interface Shown {
  readonly id: string
  readonly masak_status: number
  readonly updated_at: string
}

const statuses = (rows: readonly Shown[]) => rows.map(({ id, masak_status }) => [id, masak_status])

const sent = (transactionId: string, personRef: string | null = 'ref-1') =>
  transactionRecorded({ transactionId, personRef })

test('a check updates all transactions of the person, in the order of ids, a microsecond apart', async () => {
  const company = newCompany()
  for (const event of [sent(SECOND), sent(FIRST), sent(THIRD, 'ref-2')]) {
    await company.records(event)
  }
  expect(statuses(await company.shown())).toEqual([
    [SECOND, 0],
    [FIRST, 0],
    [THIRD, 0],
  ])

  await company.checks(sanctionsChecked({ pepCount: 1 }))
  const rows = await company.shown()

  expect(statuses(rows)).toEqual([
    [THIRD, 0],
    [FIRST, 2],
    [SECOND, 2],
  ])
  const [, first, second] = rows
  expect(BigInt(second?.updated_at ?? 0)).toBe(BigInt(first?.updated_at ?? 0) + 1n)
})

test('later transactions of the person have the check’s status at once', async () => {
  const company = newCompany()
  await company.checks(sanctionsChecked())
  await company.records(sent(FIRST))
  await company.records(sent(SECOND, null))

  expect(statuses(await company.shown())).toEqual([
    [FIRST, 1],
    [SECOND, 0],
  ])
})

test('the latest check counts, even if it is imported late', async () => {
  const company = newCompany()
  await company.records(sent(FIRST))
  await company.checks(sanctionsChecked({ masakCount: 1, checkId: 'b'.repeat(24) }))
  const before = await company.shown()
  await company.checks(
    sanctionsChecked({ checkId: 'c'.repeat(24), checkedAt: '2026-11-19T09:45:00.000Z' }),
  )
  expect(await company.shown()).toEqual(before)

  await company.checks(
    sanctionsChecked({ checkId: 'a'.repeat(24), checkedAt: '2026-11-20T09:45:00.001Z' }),
  )
  expect(statuses(await company.shown())).toEqual([[FIRST, 1]])
})

test('a check that is dated to come does not count before a check of today', async () => {
  const company = newCompany()
  await company.records(sent(FIRST))
  await company.checks(sanctionsChecked({ masakCount: 1, checkId: 'a'.repeat(24) }))
  const before = await company.shown()
  const toCome = { checkId: 'b'.repeat(24), checkedAt: '2026-11-21T09:45:00.000Z' }
  await company.checks(sanctionsChecked(toCome))
  expect(await company.shown()).toEqual(before)

  const nextDay = { at: '2026-11-21T10:00:00.000000Z' }
  const old = { checkId: 'c'.repeat(24), checkedAt: '2026-11-19T09:45:00.000Z', masakCount: 1 }
  await company.checks(sanctionsChecked(old), nextDay)
  expect(statuses(await company.shown())).toEqual([[FIRST, 1]])
})

test('a transaction that is corrected to another sender takes that person’s status', async () => {
  const company = newCompany()
  await company.checks(sanctionsChecked({ masakCount: 1 }))
  await company.records(sent(FIRST))
  await company.records(sent(FIRST, 'ref-2'))
  expect(statuses(await company.shown())).toEqual([[FIRST, 0]])

  await company.checks(sanctionsChecked({ checkId: 'b'.repeat(24), masakCount: 2 }))
  expect(statuses(await company.shown())).toEqual([[FIRST, 0]])
})

test('a check that ended in error does not change the status', async () => {
  const company = newCompany()
  await company.records(sent(FIRST))
  await company.checks(sanctionsChecked({ isError: true }))

  expect(statuses(await company.shown())).toEqual([[FIRST, 0]])
})

test('a search that is corrected to another person changes the status of both', async () => {
  const company = newCompany()
  await company.records(sent(SECOND))
  await company.records(sent(FIRST, 'ref-2'))
  const old = { checkId: 'a'.repeat(24), checkedAt: '2026-11-19T09:45:00.000Z' }
  await company.checks(sanctionsChecked(old))
  const hit = { checkId: 'b'.repeat(24), masakCount: 1 }
  await company.checks(sanctionsChecked(hit))
  expect(statuses(await company.shown())).toEqual([
    [FIRST, 0],
    [SECOND, 2],
  ])

  await company.checks(sanctionsChecked({ ...hit, personRef: 'ref-2' }))
  expect(statuses(await company.shown())).toEqual([
    [FIRST, 2],
    [SECOND, 1],
  ])

  await company.checks(sanctionsChecked({ ...hit, personRef: null }))
  expect(statuses(await company.shown())).toEqual([
    [SECOND, 1],
    [FIRST, 0],
  ])
})

test('a search that is corrected to an earlier time yields to the later one', async () => {
  const company = newCompany()
  await company.records(sent(FIRST))
  await company.checks(sanctionsChecked({ checkId: 'a'.repeat(24), masakCount: 1 }))
  const later = { checkId: 'b'.repeat(24), checkedAt: '2026-11-20T09:45:00.100Z' }
  await company.checks(sanctionsChecked(later))
  expect(statuses(await company.shown())).toEqual([[FIRST, 1]])

  await company.checks(sanctionsChecked({ ...later, checkedAt: '2026-11-18T10:00:00.000Z' }))
  expect(statuses(await company.shown())).toEqual([[FIRST, 2]])
})
