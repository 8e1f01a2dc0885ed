import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '#kernel/domain/turkish-text.ts'
import { DEALER, idOf, MOMENT, NEIGHBOUR } from '#test/query-service/rows.ts'
import { seldom } from '#test/query-service/seldom.ts'
import { idsIn, queryServiceForThisFile, totalOf } from '#test/query-service/service.ts'
import { cover } from '#test/support/cover.ts'
import { invoiceRow } from './rows.ts'

const service = queryServiceForThisFile()

const names = ['Ayşe Yılmaz', 'İSMAİL %5_ıÖz', 'Çağrı Işık', null]
const days = ['2026-11-01', '2026-11-02', '2026-11-03']
const types = ['ISTISNA', 'OZELMATRAH', 'SATIS'] as const

const invoice = fc.record({
  id: fc.integer({ min: 1, max: 4000 }).map(idOf),
  name: fc.constantFrom(...names),
  idNo: fc.constantFrom('10000000146', '12345', null),
  total: fc.constantFrom('9.90', '10.00', '100.00', '1000.10'),
  day: fc.constantFrom(...days),
  type: fc.constantFrom(...types),
  integrator: fc.constantFrom('A', 'B', null),
  source: fc.constantFrom('manual', 'bankTransaction'),
  number: fc.constantFrom('ABC2026000000001', 'ABC2026000000002', null),
  isIssued: fc.constantFrom(true, true, true, false),
  isCancelled: fc.boolean(),
  company: fc.constantFrom(DEALER, DEALER, NEIGHBOUR),
  updated: fc.bigInt({ min: MOMENT, max: MOMENT + 3n }),
  created: fc.bigInt({ min: MOMENT, max: MOMENT + 2n }),
})
const invoices = fc.uniqueArray(invoice, { selector: ({ id }) => id, maxLength: 30, size: 'max' })

const question = fc.record({
  sort: seldom(fc.constantFrom('createdAt', 'updatedAt', 'transactionDate', 'payableTotal')),
  direction: fc.constantFrom('', ':asc', ':desc'),
  page: fc.integer({ min: 1, max: 3 }),
  pageSize: fc.integer({ min: 1, max: 12 }),
  q: seldom(fc.constantFrom('YILMAZ', 'ısmaıl', '%', '_', 'şe', '12345', '123')),
  idNo: seldom(fc.constantFrom('10000000146', '12345')),
  type: seldom(fc.constantFrom(...types)),
  integrator: seldom(fc.constantFrom('A', 'a')),
  source: seldom(fc.constantFrom('manual', 'bankTransaction')),
  number: seldom(fc.constantFrom('ABC2026000000001')),
  startDate: seldom(fc.constantFrom(...days)),
  endDate: seldom(fc.constantFrom(...days)),
  updatedSince: seldom(fc.bigInt({ min: MOMENT - 1n, max: MOMENT + 3n })),
})

type Invoice = typeof invoice extends fc.Arbitrary<infer Value> ? Value : never
type Question = typeof question extends fc.Arbitrary<infer Value> ? Value : never

test('for any rows and any query the list equals a plain filter of all rows', async () => {
  const cases = cover('found', 'more than a page', 'nothing found')
  await cases.assert(
    fc.asyncProperty(
      invoices,
      fc.array(question, { minLength: 4, maxLength: 8 }),
      async (all, asked) => {
        await service.query('truncate read_model.invoice')
        await service.add('invoice', all.map(rowOf))
        for (const one of asked) {
          const answer = await service.get(`/v1/invoices?${queryOf(one)}`)
          const found = all.filter((each) => isAskedFor(each, one))
          const expected = [idsOnPage(found, one), found.length]
          cases.count(found.length === 0 ? 'nothing found' : 'found')
          cases.count('more than a page', found.length > one.pageSize)
          expect([idsIn(answer), totalOf(answer)]).toEqual(expected)
        }
      },
    ),
    { numRuns: 20, atLeast: 3 },
  )
})

const isAskedFor = (seen: Invoice, asked: Question) =>
  seen.company === DEALER &&
  seen.isIssued &&
  (asked.q === null || isFound(seen, asked.q)) &&
  (asked.idNo === null || seen.idNo === asked.idNo) &&
  (asked.type === null || seen.type === asked.type) &&
  (asked.integrator === null || seen.integrator === asked.integrator) &&
  (asked.source === null || seen.source === asked.source) &&
  (asked.number === null || seen.number === asked.number) &&
  (asked.startDate === null || seen.day >= asked.startDate) &&
  (asked.endDate === null || seen.day <= asked.endDate) &&
  (asked.updatedSince === null || seen.updated > asked.updatedSince)

const isFound = ({ idNo, name }: Invoice, q: string) =>
  q.startsWith('123') ? idNo === q : name !== null && fold(name).includes(fold(q))

function idsOnPage(found: readonly Invoice[], { sort, direction, page, pageSize }: Question) {
  const sorted = found.toSorted((one, other) => (keyOf(one, sort) < keyOf(other, sort) ? -1 : 1))
  if (sort !== null && direction === ':desc') sorted.reverse()
  return sorted.slice((page - 1) * pageSize, page * pageSize).map(({ id }) => id)
}

/** All keys in one form that sorts as text does. */
function keyOf(seen: Invoice, sort: Question['sort']): string {
  const key = {
    createdAt: seen.created.toString(),
    updatedAt: seen.updated.toString(),
    transactionDate: seen.day,
    payableTotal: seen.total.padStart(20, '0'),
  }[sort ?? 'transactionDate']
  return `${key} ${seen.id}`
}

const rowOf = (seen: Invoice) =>
  invoiceRow(1, {
    id: seen.id,
    company_id: seen.company,
    stage: seen.isIssued ? 'issued' : 'draft',
    visible: seen.isIssued,
    cancelled_at: seen.isCancelled ? '2026-11-21T08:00:00Z' : null,
    name: seen.name,
    name_folded: seen.name === null ? '' : fold(seen.name),
    id_no: seen.idNo,
    payable_total: seen.total,
    transaction_date: `${seen.day}T00:00:00Z`,
    invoice_type: seen.type,
    integrator: seen.integrator,
    source: seen.source,
    invoice_number: seen.number,
    updated_at: seen.updated.toString(),
    created_at: seen.created.toString(),
  })

function queryOf(asked: Question): string {
  const { sort, direction, page, pageSize, updatedSince } = asked
  const given = {
    page,
    pageSize,
    sort: sort === null ? null : `${sort}${direction}`,
    q: asked.q,
    'filter[idNo]': asked.idNo,
    'filter[type]': asked.type,
    'filter[integrator]': asked.integrator,
    'filter[module]': asked.source,
    'filter[invoiceNumber]': asked.number,
    'filter[startDate]': asked.startDate,
    'filter[endDate]': asked.endDate,
    'filter[updatedSince]': updatedSince === null ? null : momentOf(updatedSince),
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
