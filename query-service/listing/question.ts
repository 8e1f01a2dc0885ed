import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { microsecondsOf } from '#kernel/records/times.ts'
import type { CompanyRows, CompanyTables } from './company-rows.ts'
import type { Condition } from './conditions.ts'

type Conditions = readonly Expression<SqlBool>[]

/** Microseconds since 1970. */
export interface Range {
  readonly from?: bigint
  readonly until?: bigint
}

/** Where a list comes from. */
export interface Source {
  readonly rows: CompanyRows
  readonly table: keyof CompanyTables
  /** The column that rows are counted by day of. */
  readonly date?: { readonly column: string; readonly kept: 'instant' | 'microseconds' }
  /** The folded column that is searched. */
  readonly text?: string
}

/** What is asked of a list, by how it can be answered. */
export interface Question extends Source {
  readonly shown: Conditions
  readonly cells: Conditions
  readonly others: Conditions
  /** Only what has changed after this moment, in microseconds since 1970. */
  readonly since: bigint | undefined
  readonly part: string | undefined
  readonly range: Range | undefined
}

export function questionOf(source: Source, conditions: readonly Condition[]): Question {
  const all = (on: 'shown' | 'cell' | 'row') =>
    conditions.flatMap((one) => (one.on === on ? [one.holds] : []))
  const text = conditions.find((one) => one.on === 'text')
  const date = conditions.find((one) => one.on === 'date')
  return {
    ...source,
    shown: all('shown'),
    cells: all('cell'),
    others: all('row'),
    since: conditions.find((one) => one.on === 'change')?.since,
    part: text?.part,
    range: date && rangeOf(source, date),
  }
}

/** Instants are asked for in milliseconds: a finer end would cut through what is kept of them. */
function rangeOf({ date }: Source, { from, until }: Extract<Condition, { on: 'date' }>): Range {
  const microseconds = (moment: string) =>
    date?.kept === 'microseconds' ? microsecondsOf(moment) : BigInt(Date.parse(moment)) * 1000n
  return {
    ...(from === undefined ? {} : { from: microseconds(from) }),
    ...(until === undefined ? {} : { until: microseconds(until) }),
  }
}

export const tallyOf = ({ rows, table }: Source, kind: 'cell' | 'change' | 'text' | 'text_cell') =>
  sql`${rows.part(`${table}_${kind}`)} as tally`

export const rowsOf = ({ rows, table }: Source) => sql`${rows.part(table)} as listed`

export const all = (conditions: Conditions): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`

/** Rows whose moment is in the range. */
export function within({ date }: Source, { from, until }: Range): Conditions {
  if (date === undefined) throw new Error('the list has no dates')
  const column = sql.ref(date.column)
  const value = (at: bigint) =>
    date.kept === 'instant' ? new Date(Math.floor(Number(at) / 1000)) : at.toString()
  return [
    ...(from === undefined ? [] : [sql<SqlBool>`${column} >= ${value(from)}`]),
    ...(until === undefined ? [] : [sql<SqlBool>`${column} <= ${value(until)}`]),
  ]
}

/** All that a row must be like, but for the part of its text. */
export const demandsOf = (question: Question): Conditions => [
  ...question.shown,
  ...question.cells,
  ...question.others,
  ...(question.since === undefined ? [] : [changedAfter(question.since)]),
  ...(question.range === undefined ? [] : within(question, question.range)),
]

export const changedAfter = (since: bigint) => sql<SqlBool>`updated_at > ${since.toString()}`

/** The texts that have the part in them. */
export const textsWith = ({ text }: Source, part: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(columnOf(text))} like ${`%${part.replaceAll(/[\\%_]/g, '\\$&')}%`}`

/** Rows with such a text, looked up by the text's hash. */
export const bearing = (question: Question, part: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`md5(${sql.ref(columnOf(question.text))})::uuid = ${anyTextWith(question, part)}`

/** The hash of any such text. */
export const anyTextWith = (question: Question, part: string) =>
  sql`any (array(select hash from ${tallyOf(question, 'text')} where ${textsWith(question, part)}))`

/** Rows with such a text, each looked at. */
export const showing = ({ text }: Source, part: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`strpos(${sql.ref(columnOf(text))}, ${part}) > 0`

const columnOf = (text: string | undefined) => {
  if (text === undefined) throw new Error('the list has no text')
  return text
}
