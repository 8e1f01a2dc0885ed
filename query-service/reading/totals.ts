import { type RawBuilder, sql } from 'kysely'
import {
  all,
  bearing,
  type Question,
  type Range,
  rowsOf,
  showing,
  tallyOf,
  textsWith,
  within,
} from './question.ts'

type Count = RawBuilder<string>

/** Whether the tallies alone tell how many rows there are. */
const isTold = ({ others, part, cells, range }: Question) =>
  others.length === 0 && (part === undefined || (cells.length === 0 && range === undefined))

/** Whether rows could be few of many for what is asked, as the tallies can tell. */
export const canBeFew = ({ part, cells, others }: Question) =>
  part !== undefined || (cells.length > 0 && others.length === 0)

/**
 * How many rows the tallies tell of, and whether these are so few beside all rows of the list that
 * they are best looked up together: to walk along the list until the page is full would take
 * `portion * all / n` steps, more if they stand at its end.
 */
export function told(question: Question, portion: number): RawBuilder<unknown> {
  const n = question.part === undefined ? counted(question) : textCount(question, question.part)
  const everything = cellCount({ ...question, cells: [] }, sql`day = '-infinity'`)
  const few = canBeFew(question)
    ? sql`n <= 2 * sqrt(${sql.lit(portion)} * ${everything}::double precision)`
    : sql`false`
  return sql`with told as materialized (
    select n, ${few} as few from (select ${n} as n offset 0) as counted)`
}

export const few = sql<boolean>`(select few from told)`

/** How many rows there are: what is told, else counted within an index where it has the columns. */
export function totalOf(question: Question): Count {
  if (isTold(question)) return sql<string>`(select n from told)`
  const { cells, others, range, part, shown } = question
  const rest = [
    ...shown,
    ...cells,
    ...others,
    ...(range === undefined ? [] : within(question, range)),
  ]
  if (part === undefined) return rowCount(question, rest)
  return sql<string>`case when ${few}
    then ${rowCount(question, [bearing(question, part), ...rest])}
    else ${rowCount(question, [showing(question, part), ...rest])} end`
}

/** Asked for in their order, changes are counted along the index that has it, not in the table. */
const rowCount = (question: Question, conditions: Parameters<typeof all>[0]): Count =>
  question.isSince
    ? sql<string>`(select count(*) from (select from ${rowsOf(question)}
        where ${all(conditions)} order by updated_at offset 0) as changed)`
    : sql<string>`(select count(*) from ${rowsOf(question)} where ${all(conditions)})`

const textCount = (question: Question, part: string): Count =>
  sql<string>`(select coalesce(sum(n), 0) from ${tallyOf(question, 'text')}
    where ${textsWith(question, part)})`

const DAY = 86_400_000_000n

const dayOf = (at: bigint) => (at - (((at % DAY) + DAY) % DAY)) / DAY

/** Whole days from the tallies, what is cut off of a first and a last day from the rows. */
function counted(question: Question): Count {
  const { range, cells } = question
  if (range === undefined) return cellCount(question, sql`day = '-infinity'`)
  const { from, until } = range
  const first = from === undefined ? undefined : dayOf(from + DAY - 1n)
  const last = until === undefined ? undefined : dayOf(until) - 1n
  if (first !== undefined && last !== undefined && first > last) return edge(question, range)
  const isInside = [
    first === undefined ? sql`day > '-infinity'` : sql`day >= ${date(first)}`,
    ...(last === undefined ? [] : [sql`day <= ${date(last)}`]),
  ]
  const parts = [
    cellCount({ ...question, cells }, sql.join(isInside, sql` and `)),
    ...(from === undefined || first === undefined || from === first * DAY
      ? []
      : [edge(question, { from, until: first * DAY - 1n })]),
    ...(until === undefined || last === undefined
      ? []
      : [edge(question, { from: (last + 1n) * DAY, until })]),
  ]
  return sql<string>`(${sql.join(parts, sql` + `)})`
}

const cellCount = (question: Question, days: RawBuilder<unknown>): Count =>
  sql<string>`(select coalesce(sum(n), 0) from ${tallyOf(question, 'cell')}
    where ${days} and ${all(question.cells)})`

const edge = (question: Question, range: Range): Count =>
  rowCount(question, [...question.shown, ...question.cells, ...within(question, range)])

const date = (day: bigint) => sql`date '1970-01-01' + ${Number(day)}::integer`
