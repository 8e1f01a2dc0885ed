import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '#kernel/domain/turkish-text.ts'
import { seldom } from '#test/query-service/seldom.ts'
import { cover } from '#test/support/cover.ts'
import { DEALER, idOf, MOMENT, NEIGHBOUR, voucherRow } from '../rows.ts'
import { deletionsIn, idsIn, queryServiceForThisFile, totalOf } from '../service.ts'

const service = queryServiceForThisFile()

const names = ['Ayşe Yılmaz', 'İSMAİL %5_ıÖz', 'Çağrı Işık', 'ayse', null]
const idNos = ['10000000146', '39586528950', '12345', null]
const days = ['2026-11-01', '2026-11-02', '2026-11-03']
const amounts = ['9.90', '10.00', '100.00', '1000.10']

interface Seen {
  readonly id: string
  readonly name: string | null
  readonly idNo: string | null
  readonly amount: string
  readonly day: string
  readonly isDraft: boolean
  /** A finalizing voucher is in no list. */
  readonly place: 'listed' | 'deleted' | 'finalizing'
  readonly company: string
  readonly updated: bigint
  readonly created: bigint
}

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

const voucher = fc.record({
  id: fc.integer({ min: 1, max: 4000 }).map(idOf),
  name: fc.constantFrom(...names),
  idNo: fc.constantFrom(...idNos),
  amount: fc.constantFrom(...amounts),
  day: fc.constantFrom(...days),
  isDraft: fc.boolean(),
  place: fc.constantFrom('listed', 'listed', 'deleted', 'deleted', 'finalizing'),
  company: fc.constantFrom(DEALER, DEALER, NEIGHBOUR),
  updated: moment,
  created: fc.bigInt({ min: MOMENT, max: MOMENT + 2n }),
})

const vouchers = fc.uniqueArray(voucher, { selector: ({ id }) => id, maxLength: 30, size: 'max' })

const anything = fc.record({
  sort: seldom(fc.constantFrom('createdAt', 'updatedAt', 'transactionDate', 'amount')),
  direction: fc.constantFrom('', ':asc', ':desc'),
  page: fc.integer({ min: 1, max: 4 }),
  pageSize: fc.integer({ min: 1, max: 12 }),
  q: seldom(fc.constantFrom('YILMAZ', 'ısmaıl', '%', '_', 'şe', '12345', '123', 'ÇAĞ')),
  idNo: seldom(fc.constantFrom('10000000146', '12345')),
  isDraft: seldom(fc.boolean()),
  startDate: seldom(fc.constantFrom(...days)),
  endDate: seldom(fc.constantFrom(...days)),
  updatedSince: seldom(moment),
  includeDeleted: fc.constantFrom(null, false, true, true),
})

/** What accounting software asks that keeps a copy. */
const changes = anything.map((asked) => ({
  ...asked,
  q: null,
  idNo: null,
  isDraft: null,
  startDate: null,
  endDate: null,
}))

const question = fc.oneof(anything, changes)
type Question = Parameters<Parameters<typeof question.map>[0]>[0]

test('for any rows and any query the list equals a plain filter of all rows', async () => {
  const cases = cover('found', 'more than a page', 'nothing found', 'deleted ones found')
  await cases.assert(
    fc.asyncProperty(
      vouchers,
      fc.array(question, { minLength: 4, maxLength: 8 }),
      async (all, asked) => {
        await service.query('truncate read_model.expense_voucher')
        await service.add('expense_voucher', all.map(rowOf))
        for (const one of asked) {
          const answer = await service.get(`/v1/expenses?${queryOf(one)}`)
          const expected = expectedOf(all, one)
          cases.count(expected.total === 0 ? 'nothing found' : 'found')
          cases.count('more than a page', expected.total > one.pageSize)
          cases.count('deleted ones found', expected.deleted.some(Boolean))
          expect([idsIn(answer), totalOf(answer)]).toEqual([expected.ids, expected.total])
          expect(deletionsIn(answer).map(isDeletion)).toEqual(
            one.includeDeleted === true ? expected.deleted : [],
          )
        }
      },
    ),
    { numRuns: 25, atLeast: 3 },
  )
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

const isDeletion = (deletedAt: string | null) => deletedAt !== null

function expectedOf(all: readonly Seen[], asked: Question) {
  const found = all.filter((seen) => isAskedFor(seen, asked))
  const sorted = found.toSorted((left, right) => compare(keyOf(left, asked), keyOf(right, asked)))
  if (asked.sort !== null && asked.direction === ':desc') sorted.reverse()
  const from = (asked.page - 1) * asked.pageSize
  const page = sorted.slice(from, from + asked.pageSize)
  const deleted = page.map(({ place }) => place === 'deleted')
  return { ids: page.map(({ id }) => id), total: found.length, deleted }
}

const isAskedFor = (seen: Seen, asked: Question) =>
  seen.company === DEALER &&
  (seen.place === 'listed' || (seen.place === 'deleted' && asked.includeDeleted === true)) &&
  (asked.q === null || isFound(seen, asked.q)) &&
  (asked.idNo === null || seen.idNo === asked.idNo) &&
  (asked.isDraft === null || seen.isDraft === asked.isDraft) &&
  (asked.startDate === null || seen.day >= asked.startDate) &&
  (asked.endDate === null || seen.day <= asked.endDate) &&
  (asked.updatedSince === null || seen.updated > asked.updatedSince)

const isFound = ({ idNo, name }: Seen, q: string) =>
  q.startsWith('123') ? idNo === q : name !== null && fold(name).includes(fold(q))

/** All keys in one form that sorts as text does. */
function keyOf(seen: Seen, { sort }: Question): string {
  const key = {
    createdAt: seen.created.toString(),
    updatedAt: seen.updated.toString(),
    transactionDate: seen.day,
    amount: seen.amount.padStart(20, '0'),
  }[sort ?? 'createdAt']
  return `${key} ${seen.id}`
}

const compare = (left: string, right: string) => (left < right ? -1 : 1)

const rowOf = (seen: Seen) =>
  voucherRow(1, {
    id: seen.id,
    company_id: seen.company,
    visible: seen.place === 'listed',
    left_at: seen.place === 'deleted' ? seen.updated.toString() : null,
    name: seen.name,
    name_folded: seen.name === null ? '' : fold(seen.name),
    id_no: seen.idNo,
    amount: seen.amount,
    transaction_date: `${seen.day}T00:00:00Z`,
    is_draft: seen.isDraft,
    is_finalized: !seen.isDraft,
    updated_at: seen.updated.toString(),
    created_at: seen.created.toString(),
  })

function queryOf(asked: Question): string {
  const { sort, direction, page, pageSize } = asked
  const given = {
    page,
    pageSize,
    sort: sort === null ? null : `${sort}${direction}`,
    q: asked.q,
    'filter[idNo]': asked.idNo,
    'filter[isDraft]': asked.isDraft,
    'filter[startDate]': asked.startDate,
    'filter[endDate]': asked.endDate,
    'filter[includeDeleted]': asked.includeDeleted,
    'filter[updatedSince]': asked.updatedSince === null ? null : momentOf(asked.updatedSince),
  }
  return Object.entries(given)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
}

const momentOf = (microseconds: bigint) => {
  const seconds = new Date(Number(microseconds / 1_000_000n) * 1000).toISOString().slice(0, 19)
  return `${seconds}.${String(microseconds % 1_000_000n).padStart(6, '0')}Z`
}
