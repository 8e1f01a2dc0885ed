import type { Field } from './field.ts'

/** The columns, by their names in the database. */
export type Columns = Readonly<Record<string, Field>>

/** How the rows of a table are counted, so that a list's total is known without reading the rows. */
export interface Counts {
  /** A part of the names of the counts, if they are not those of the list's rows. */
  readonly of?: 'left' | undefined
  /** The condition for counted rows; without it, all rows are counted. */
  readonly where?: string | undefined
  /** Columns with few values, by which lists are filtered. */
  readonly by: readonly string[]
  /** The moment by which lists are narrowed to a range. */
  readonly date?: string | undefined
  /** The folded text that is searched. */
  readonly text?: string | undefined
}

/** A column of which projectors know nothing: it follows from the others, and is written with them. */
export interface DerivedColumn {
  readonly column: string
  readonly of: (row: object) => unknown
  /** Another text where it follows otherwise, so that the tables are rebuilt. */
  readonly form: string
}

export interface Table<C extends Columns = Columns> {
  readonly name: string
  readonly columns: C
  /** Columns of the primary key, all of type text. */
  readonly key: readonly string[]
  /** Each `(columns)`, or `(columns) where condition`. */
  readonly indexes: readonly string[]
  /** The columns by which projectors find rows, besides the key. */
  readonly searchedBy?: readonly string[] | undefined
  readonly counts?: readonly Counts[] | undefined
  readonly derived?: readonly DerivedColumn[] | undefined
  /** Its rows are on disk before anybody sees them, so that a crash of the database takes none back. */
  readonly isDurable?: boolean | undefined
}

/** The type of a row that queries read. */
export type ReadRow<T> =
  T extends Table<infer C>
    ? { [K in keyof C]: C[K] extends Field<infer Read, infer _Write> ? Read : never }
    : never

/** The type of a row that projectors read and write: every value exactly as in the database. */
export type Row<C extends Columns> = {
  readonly [K in keyof C]: C[K] extends Field<infer _Read, infer Write> ? Write : never
}

/** The row of a table. */
export type RowOf<T> = T extends Table<infer C> ? Row<C> : never

interface Stored<C extends Columns> {
  readonly key: readonly (keyof C & string)[]
  readonly indexes?: readonly string[]
  readonly isDurable?: boolean
}

/** A table without a list in the API. */
export const table = <const C extends Columns>(
  name: string,
  columns: C,
  { key, indexes = [], isDurable }: Stored<C>,
): Table<C> => ({ name, columns, key, indexes, isDurable })
