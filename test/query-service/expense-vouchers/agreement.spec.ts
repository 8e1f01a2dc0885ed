import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '#kernel/domain/turkish-text.ts'
import {
  anyPage,
  expectAgreement,
  fits,
  inOneOfTwo,
  isFound,
} from '#test/query-service/agreement.ts'
import { seldom } from '#test/query-service/seldom.ts'
import { MOMENT, voucherRow } from '../rows.ts'
import { deletionsIn, queryServiceForThisFile, totalOf } from '../service.ts'

const service = queryServiceForThisFile()

const days = ['2026-11-01', '2026-11-02', '2026-11-03']

const DAY = 86_400_000_000n
const midnight = MOMENT - (MOMENT % DAY)
const fullSecond = MOMENT - (MOMENT % 1_000_000n)

/** Moments close together, and those where one second, or one day, becomes another. */
const moment = fc
  .tuple(
    fc.constantFrom(MOMENT, fullSecond, fullSecond + 1_000_000n, midnight, midnight + DAY),
    fc.bigInt({ min: -1n, max: 2n }),
  )
  .map(([border, distance]) => border + distance)

const item = fc.record({
  ...inOneOfTwo,
  name: fc.constantFrom('Ayşe Yılmaz', 'İSMAİL %5_ıÖz', 'Çağrı Işık', 'ayse', null),
  idNo: fc.constantFrom('10000000146', '39586528950', '12345', null),
  amount: fc.constantFrom('9.90', '10.00', '100.00', '1000.10'),
  day: fc.constantFrom(...days),
  isDraft: fc.boolean(),
  /** A row that is not shown is in no list. */
  place: fc.constantFrom('listed', 'listed', 'deleted', 'deleted', 'hidden'),
  updated: moment,
  created: fc.bigInt({ min: MOMENT, max: MOMENT + 2n }),
})

const anything = fc.record({
  ...anyPage,
  sort: seldom(fc.constantFrom('createdAt', 'updatedAt', 'transactionDate', 'amount')),
  q: seldom(fc.constantFrom('YILMAZ', 'ısmaıl', '%', '_', 'şe', '12345', '123', 'ÇAĞ')),
  idNo: seldom(fc.constantFrom('10000000146', '12345')),
  isDraft: seldom(fc.boolean()),
  startDate: seldom(fc.constantFrom(...days)),
  endDate: seldom(fc.constantFrom(...days)),
  updatedSince: seldom(moment),
  includeDeleted: fc.constantFrom(null, false, true, true),
})

const ofAll = { q: null, idNo: null, isDraft: null, startDate: null, endDate: null }

/** What accounting software asks that keeps a copy. */
const changes = anything.map((asked) => ({ ...asked, ...ofAll }))

test('for any rows and any query the list equals a plain filter of all rows', async () => {
  let deletions = 0
  await expectAgreement(service, {
    path: '/v1/expenses',
    table: 'expense_voucher',
    item,
    question: fc.oneof(anything, changes),
    isAskedFor: (each, asked) =>
      (each.place === 'listed' || (each.place === 'deleted' && asked.includeDeleted === true)) &&
      isFound(each, asked.q) &&
      fits(each.idNo, asked.idNo) &&
      fits(each.isDraft, asked.isDraft) &&
      (asked.startDate === null || each.day >= asked.startDate) &&
      (asked.endDate === null || each.day <= asked.endDate) &&
      (asked.updatedSince === null || each.updated > asked.updatedSince),
    keys: {
      createdAt: ({ created }) => created.toString(),
      updatedAt: ({ updated }) => updated.toString(),
      transactionDate: ({ day }) => day,
      amount: ({ amount }) => amount.padStart(20, '0'),
    },
    rowOf: (each) =>
      voucherRow(1, {
        id: each.id,
        company_id: each.company,
        visible: each.place === 'listed',
        left_at: each.place === 'deleted' ? each.updated.toString() : null,
        name: each.name,
        name_folded: each.name === null ? '' : fold(each.name),
        id_no: each.idNo,
        amount: each.amount,
        transaction_date: `${each.day}T00:00:00Z`,
        is_draft: each.isDraft,
        is_finalized: !each.isDraft,
        updated_at: each.updated.toString(),
        created_at: each.created.toString(),
      }),
    expectMore(answer, page, { includeDeleted }) {
      const deleted = page.map(({ place }) => place === 'deleted')
      deletions += deleted.filter(Boolean).length
      expect(deletionsIn(answer).map((at) => at !== null)).toEqual(
        includeDeleted === true ? deleted : [],
      )
    },
  })
  expect(deletions).toBeGreaterThan(0)
})

test('a row at a midnight long ago counts once in sums of days and partial days', async () => {
  await service.query('truncate read_model.expense_voucher')
  await service.add('expense_voucher', [
    voucherRow(1, { transaction_date: '1969-12-31T13:00:00Z' }),
    voucherRow(2, { transaction_date: '1970-01-01T00:00:00Z' }),
  ])
  const answer = await service.get('/v1/expenses?filter[startDate]=1969-12-31T12:00:00Z')
  expect(totalOf(answer)).toBe(2)
})
