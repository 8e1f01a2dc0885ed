import * as fc from 'fast-check'
import { expect } from 'vitest'
import { fold } from '#kernel/domain/turkish-text.ts'
import { cover } from '#test/support/cover.ts'
import { DEALER, idOf, NEIGHBOUR } from './rows.ts'
import { type Got, idsIn, type QueryServiceUnderTest, totalOf } from './service.ts'

/** What every item of a list has. */
interface Item {
  readonly id: string
  readonly company: string
}

/** What is asked of every list. */
interface AnyQuestion {
  readonly sort: string | null
  readonly direction: string
  readonly page: number
  readonly pageSize: number
  readonly q: string | null
  readonly updatedSince: bigint | null
}

/** A list, and how a plain model answers what is asked of it. */
interface Model<Row extends Item, Question extends AnyQuestion> {
  readonly path: string
  readonly table: string
  readonly item: fc.Arbitrary<Row>
  /** Besides what is asked of every list its own filters, by their names. */
  readonly question: fc.Arbitrary<Question>
  readonly rowOf: (row: Row) => object
  readonly isAskedFor: (row: Row, asked: Question) => boolean
  /** What an item is sorted by, in a form that sorts as text does; without a wish by the first. */
  readonly keys: Readonly<Record<string, (row: Row) => string>>
  /** What is expected besides the ids and the total. */
  readonly expectMore?: (answer: Got, page: readonly Row[], asked: Question) => void
}

/** For any rows and any question the list equals a plain filter of all rows. */
export async function expectAgreement<Row extends Item, Question extends AnyQuestion>(
  service: QueryServiceUnderTest,
  { path, table, item, question, rowOf, expectMore, ...model }: Model<Row, Question>,
): Promise<void> {
  const items = fc.uniqueArray(item, { selector: ({ id }) => id, maxLength: 30, size: 'max' })
  const questions = fc.array(question, { minLength: 5, maxLength: 10 })
  const cases = cover('found', 'more than a page', 'nothing found')
  await cases.assert(
    fc.asyncProperty(items, questions, async (all, asked) => {
      await service.query(`truncate read_model.${table}`)
      await service.add(table, all.map(rowOf))
      for (const one of asked) {
        const answer = await service.get(`${path}?${queryOf(one)}`)
        const { page, total } = plainly(all, one, model)
        cases.count(total === 0 ? 'nothing found' : 'found')
        cases.count('more than a page', total > one.pageSize)
        expect([idsIn(answer), totalOf(answer)]).toEqual([page.map(({ id }) => id), total])
        expectMore?.(answer, page, one)
      }
    }),
    { numRuns: 25, atLeast: 3 },
  )
}

function plainly<Row extends Item, Question extends AnyQuestion>(
  all: readonly Row[],
  asked: Question,
  { isAskedFor, keys }: Pick<Model<Row, Question>, 'isAskedFor' | 'keys'>,
) {
  const keyOf = keys[asked.sort ?? Object.keys(keys)[0] ?? ''] ?? expect.fail()
  const found = all
    .filter((row) => row.company === DEALER && isAskedFor(row, asked))
    .map((row) => ({ row, key: `${keyOf(row)}\0${row.id}` }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ row }) => row)
  if (asked.sort !== null && asked.direction === ':desc') found.reverse()
  const from = (asked.page - 1) * asked.pageSize
  return { page: found.slice(from, from + asked.pageSize), total: found.length }
}

function queryOf({
  sort,
  direction,
  page,
  pageSize,
  q,
  updatedSince,
  ...others
}: AnyQuestion): string {
  const order = sort === null ? null : `${sort}${direction}`
  const since = updatedSince === null ? null : momentOf(updatedSince)
  const filters = Object.entries({ ...others, updatedSince: since })
  return [
    ...Object.entries({ page, pageSize, sort: order, q }),
    ...filters.map(([name, value]) => [`filter[${name}]`, value] as const),
  ]
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
}

function momentOf(microseconds: bigint): string {
  const seconds = new Date(Number(microseconds / 1_000_000n) * 1_000).toISOString().slice(0, 19)
  return `${seconds}.${String(microseconds % 1_000_000n).padStart(6, '0')}Z`
}

/** Whether a value is asked for; null asks for all. */
export const fits = <Value>(value: Value, asked: Value | null) => asked === null || value === asked

/** Digits are sought as a whole number, other texts in the name, whatever their letters. */
export const isFound = (
  { idNo, name }: { readonly idNo: string | null; readonly name: string | null },
  q: string | null,
) => {
  if (q === null) return true
  return /^\d+$/.test(q) ? idNo === q : name !== null && fold(name).includes(fold(q))
}

export const inOneOfTwo = {
  id: fc.integer({ min: 1, max: 4_000 }).map(idOf),
  company: fc.constantFrom(DEALER, DEALER, NEIGHBOUR),
}

export const anyPage = {
  direction: fc.constantFrom('', ':asc', ':desc'),
  page: fc.integer({ min: 1, max: 4 }),
  pageSize: fc.integer({ min: 1, max: 12 }),
}
