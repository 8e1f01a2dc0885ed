import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '#kernel/domain/turkish-text.ts'
import { DEALER, idOf, MOMENT, NEIGHBOUR } from '#test/query-service/rows.ts'
import { seldom } from '#test/query-service/seldom.ts'
import { idsIn, queryServiceForThisFile, totalOf } from '#test/query-service/service.ts'
import { cover } from '#test/support/cover.ts'
import { customerRow } from './rows.ts'

const service = queryServiceForThisFile()

const days = ['2026-11-01', '2026-11-02', '2026-11-03']
const labels = ['vip', 'VIP', 'ihracat', 'a,"b\\{}']

const customer = fc.record({
  id: fc.integer({ min: 1, max: 4_000 }).map(idOf),
  company: fc.constantFrom(DEALER, DEALER, NEIGHBOUR),
  name: fc.constantFrom('Ayşe Yılmaz', 'İSMAİL %5_ıÖz', 'Çağrı Işık', 'ayse', 'ayşe', null),
  idNo: fc.constantFrom('10000000146', '12345', 'U12345', null),
  idType: fc.constantFrom('person', 'company'),
  idCardType: fc.constantFrom('idCard', 'passport', 'other', null),
  recordLevel: fc.constantFrom(0, 1, 4, null),
  isVerify: fc.boolean(),
  isValid: fc.boolean(),
  isPhoto: fc.boolean(),
  saveType: fc.constantFrom('bank', 'manual', null),
  labels: fc.uniqueArray(fc.constantFrom(...labels)),
  created: fc.constantFrom(...days),
  last: fc.constantFrom(...days, null),
  updated: fc.bigInt({ min: MOMENT, max: MOMENT + 3n }),
})
type Customer = typeof customer extends fc.Arbitrary<infer Value> ? Value : never

const customers = fc.uniqueArray(customer, { selector: ({ id }) => id, maxLength: 30, size: 'max' })

const question = fc.record({
  sort: seldom(fc.constantFrom('createdDate', 'lastDate', 'updatedAt', 'nameSurname')),
  direction: fc.constantFrom('', ':asc', ':desc'),
  page: fc.integer({ min: 1, max: 4 }),
  pageSize: fc.integer({ min: 1, max: 12 }),
  q: seldom(fc.constantFrom('YILMAZ', 'ısmaıl', '%', '_', 'şe', '12345', '123', 'u12345', 'ÇAĞ')),
  idType: seldom(fc.constantFrom('person', 'company')),
  idCardType: seldom(fc.constantFrom('idCard', 'passport', 'dlCard')),
  recordLevel: seldom(fc.constantFrom(0, 1, 2)),
  isVerify: seldom(fc.boolean()),
  isValid: seldom(fc.boolean()),
  isPhoto: seldom(fc.boolean()),
  saveType: seldom(fc.constantFrom('bank', 'accord')),
  label: seldom(fc.constantFrom(...labels, 'vi')),
  updatedSince: seldom(fc.bigInt({ min: MOMENT - 1n, max: MOMENT + 3n })),
})
type Question = typeof question extends fc.Arbitrary<infer Value> ? Value : never

test('for any rows and any query the list equals a plain filter of all rows', async () => {
  const cases = cover('found', 'more than a page', 'nothing found')
  await cases.assert(
    fc.asyncProperty(
      customers,
      fc.array(question, { minLength: 5, maxLength: 10 }),
      async (all, asked) => {
        await service.query('truncate read_model.customer')
        await service.add('customer', all.map(rowOf))
        for (const one of asked) {
          const answer = await service.get(`/v1/customers?${queryOf(one)}`)
          const total = totalOf(answer)
          cases.count(total === 0 ? 'nothing found' : 'found')
          cases.count('more than a page', total > one.pageSize)
          expect([idsIn(answer), total]).toEqual(expectedOf(all, one))
        }
      },
    ),
    { numRuns: 25, atLeast: 3 },
  )
})

function expectedOf(all: readonly Customer[], asked: Question) {
  const found = all.filter((each) => isAskedFor(each, asked))
  const sorted = found.toSorted((left, right) => compare(keyOf(left, asked), keyOf(right, asked)))
  if (asked.sort !== null && asked.direction === ':desc') sorted.reverse()
  const from = (asked.page - 1) * asked.pageSize
  return [sorted.slice(from, from + asked.pageSize).map(({ id }) => id), found.length]
}

const isAskedFor = (each: Customer, asked: Question) =>
  each.company === DEALER &&
  (asked.q === null || isFound(each, asked.q)) &&
  fits(each.idType, asked.idType) &&
  fits(each.idCardType ?? 'idCard', asked.idCardType) &&
  fits(each.recordLevel ?? 0, asked.recordLevel) &&
  fits(each.isVerify, asked.isVerify) &&
  fits(each.isValid, asked.isValid) &&
  fits(each.isPhoto, asked.isPhoto) &&
  fits(each.saveType, asked.saveType) &&
  (asked.label === null || each.labels.includes(asked.label)) &&
  (asked.updatedSince === null || each.updated > asked.updatedSince)

const fits = <Value>(value: Value, asked: Value | null) => asked === null || value === asked

const isFound = ({ idNo, name }: Customer, q: string) =>
  /^\d+$/.test(q) ? idNo === q : name !== null && fold(name).includes(fold(q))

/** All keys in one form that sorts as text does; who was never seen comes last. */
function keyOf(each: Customer, { sort }: Question): string {
  const key = {
    createdDate: each.created,
    lastDate: each.last ?? '9',
    updatedAt: each.updated.toString(),
    nameSurname: fold(each.name ?? ''),
  }[sort ?? 'createdDate']
  return `${key}\0${each.id}`
}

const compare = (left: string, right: string) => (left < right ? -1 : 1)

const rowOf = (each: Customer) =>
  customerRow(1, {
    id: each.id,
    company_id: each.company,
    name_surname: each.name,
    id_no: each.idNo,
    id_type: each.idType,
    id_card_type: each.idCardType,
    record_level: each.recordLevel,
    is_verify: each.isVerify,
    is_valid: each.isValid,
    is_photo: each.isPhoto,
    save_type: each.saveType,
    labels: each.labels,
    created_date: `${each.created}T00:00:00Z`,
    last_date: each.last === null ? null : `${each.last}T00:00:00Z`,
    updated_at: each.updated.toString(),
  })

function queryOf({ sort, direction, page, pageSize, q, updatedSince, ...filters }: Question) {
  const since = updatedSince === null ? null : momentOf(updatedSince)
  const given = [
    ...Object.entries({ page, pageSize, q, sort: sort === null ? null : `${sort}${direction}` }),
    ...Object.entries({ ...filters, updatedSince: since }).map(
      ([name, value]) => [`filter[${name}]`, value] as const,
    ),
  ]
  return given
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
}

const momentOf = (microseconds: bigint) => {
  const seconds = new Date(Number(microseconds / 1_000_000n) * 1_000).toISOString().slice(0, 19)
  return `${seconds}.${String(microseconds % 1_000_000n).padStart(6, '0')}Z`
}
