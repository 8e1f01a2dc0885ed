import type { Field } from './field.ts'

/** Of each column, by its name in the database. */
export type Columns = Readonly<Record<string, Field>>

/** What is counted of a table's rows, so that the total of a list is known without reading them. */
export interface Counts {
  /** A condition for those that count; all of them without it. */
  readonly where?: string | undefined
  /** Columns of few values, which lists are filtered by. */
  readonly by: readonly string[]
  /** The moment that lists are narrowed to a range of. */
  readonly date?: string | undefined
  /** Folded text in which parts are searched. */
  readonly text?: string | undefined
}

export interface Table<C extends Columns = Columns> {
  readonly name: string
  readonly columns: C
  /** Columns of the primary key, all of type text. */
  readonly key: readonly string[]
  /** Each `(columns)`, or `(columns) where condition`. */
  readonly indexes: readonly string[]
  /** The column that projectors find rows by, when it is not the key. */
  readonly searchedBy?: string | undefined
  readonly counts?: Counts | undefined
}

/** A row as queries read it. */
export type ReadRow<T> =
  T extends Table<infer C>
    ? { [K in keyof C]: C[K] extends Field<infer Read, infer _Write> ? Read : never }
    : never

/** A row as projectors load and write it: every value exactly as the database has it. */
export type Row<C extends Columns> = {
  readonly [K in keyof C]: C[K] extends Field<infer _Read, infer Write> ? Write : never
}

/** The row of a table. */
export type RowOf<T> = T extends Table<infer C> ? Row<C> : never

interface Stored<C extends Columns> {
  readonly key: readonly (keyof C & string)[]
  readonly indexes?: readonly string[]
}

/** A table that no list of the API shows. */
export const table = <const C extends Columns>(
  name: string,
  columns: C,
  { key, indexes = [] }: Stored<C>,
): Table<C> => ({ name, columns, key, indexes })
