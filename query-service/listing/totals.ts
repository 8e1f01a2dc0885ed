import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  all,
  anyTextWith,
  bearing,
  changedAfter,
  demandsOf,
  type Question,
  type Range,
  rowsOf,
  showing,
  tallyOf,
  textsWith,
  within,
} from './question.ts'

type Count = RawBuilder<string>

/** Whether nothing is asked but what is counted by cells and days. */
const isOfCells = ({ others, part, since }: Question) =>
  others.length === 0 && part === undefined && since === undefined

/** Whether nothing is asked but a part of the text, and what is counted by cells. */
const isOfTexts = ({ others, part, since, range }: Question) =>
  part !== undefined && others.length === 0 && since === undefined && range === undefined

/** Whether nothing is asked but what has changed: what accounting software asks when it keeps a copy. */
const isOfChanges = ({ others, part, since, cells, range }: Question) =>
  since !== undefined &&
  part === undefined &&
  others.length + cells.length === 0 &&
  range === undefined

/** Whether the tallies alone tell how many rows there are. */
const isTold = (question: Question) =>
  isOfCells(question) || isOfTexts(question) || isOfChanges(question)

/** Whether rows could be few of many for what is asked, as the tallies can tell. */
export const canBeFew = (question: Question) =>
  question.part !== undefined ||
  (isOfCells(question) && question.cells.length > 0) ||
  isOfChanges(question)

/**
 * How many rows the tallies tell of, and whether these are so few beside all rows of the list that
 * they are best looked up together: to walk along the list until the page is full would take
 * `portion * all / n` steps, more if they stand at its end.
 */
export function told(question: Question, portion: number): RawBuilder<unknown> {
  const n = toldCount(question)
  const everything = cellCount({ ...question, cells: [] }, sql`day = '-infinity'`)
  const few = canBeFew(question)
    ? sql`n <= 2 * sqrt(${sql.lit(portion)} * ${everything}::double precision)`
    : sql`false`
  return sql`with told as materialized (
    select n, ${few} as few from (select ${n} as n offset 0) as counted)`
}

function toldCount(question: Question): Count {
  const { part, since } = question
  if (part !== undefined) return textCount(question, part)
  return since !== undefined && isOfChanges(question)
    ? changeCount(question, since)
    : counted(question)
}

export const few = sql<boolean>`(select few from told)`

/** How many rows there are: what is told, else counted within an index where it has the columns. */
export function totalOf(question: Question): Count {
  if (isTold(question)) return sql<string>`(select n from told)`
  const { part } = question
  const rest = demandsOf(question)
  if (part === undefined) return rowCount(question, rest)
  return sql<string>`case when ${few}
    then ${rowCount(question, [bearing(question, part), ...rest])}
    else ${rowCount(question, [showing(question, part), ...rest])} end`
}

/** Asked for in their order, changes are counted along the index that has it, not in the table. */
const rowCount = (question: Question, conditions: Parameters<typeof all>[0]): Count =>
  question.since !== undefined
    ? sql<string>`(select count(*) from (select from ${rowsOf(question)}
        where ${all(conditions)} order by updated_at offset 0) as changed)`
    : sql<string>`(select count(*) from ${rowsOf(question)} where ${all(conditions)})`

const textCount = (question: Question, part: string): Count =>
  question.cells.length === 0
    ? sql<string>`(select coalesce(sum(n), 0) from ${tallyOf(question, 'text')}
        where ${textsWith(question, part)})`
    : sql<string>`(select coalesce(sum(n), 0) from ${tallyOf(question, 'text_cell')}
        where hash = ${anyTextWith(question, part)} and ${all(question.cells)})`

const SECOND = 1_000_000n
const DAY = 86_400n * SECOND

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

/**
 * The days after this one, the seconds of this one after this second, both from the tally, and what
 * is left of this second from the rows. No moment before 1970 is one of a change.
 */
function changeCount(question: Question, since: bigint): Count {
  const moment = since < 0n ? -1n : since
  const day = dayOf(moment)
  const nextSecond = (moment + SECOND - (((moment % SECOND) + SECOND) % SECOND)) / SECOND
  const nextDay = ((day + 1n) * DAY) / SECOND
  const spans = [
    sql`span < ${String(-1n - day)}`,
    sql`span >= ${String(nextSecond)} and span < ${String(nextDay)}`,
  ]
  const ofSecond = [
    ...question.shown,
    changedAfter(moment),
    sql<SqlBool>`updated_at < ${String(nextSecond * SECOND)}`,
  ]
  const sums = spans.map(
    (span) => sql`(select coalesce(sum(n), 0) from ${tallyOf(question, 'change')} where ${span})`,
  )
  return sql<string>`(${sql.join([...sums, rowCount(question, ofSecond)], sql` + `)})`
}

const cellCount = (question: Question, days: RawBuilder<unknown>): Count =>
  sql<string>`(select coalesce(sum(n), 0) from ${tallyOf(question, 'cell')}
    where ${days} and ${all(question.cells)})`

const edge = (question: Question, range: Range): Count =>
  rowCount(question, [...question.shown, ...question.cells, ...within(question, range)])

const date = (day: bigint) => sql`date '1970-01-01' + ${Number(day)}::integer`
