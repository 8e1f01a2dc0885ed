/** A column: its SQL type, and as which types it is read (`Read`) and written (`Write`). */
export interface Column<Read, Write = Read> {
  readonly type: string
  readonly nullable: boolean
  readonly read?: Read
  readonly write?: Write
}

type AnyColumn = Column<unknown, unknown>
export type Columns = Readonly<Record<string, AnyColumn>>

const column = <Read, Write = Read>(type: string): Column<Read, Write> => ({
  type,
  nullable: false,
})

export const text = column<string>('text')
export const boolean = column<boolean>('boolean')
export const integer = column<number>('integer')
/** Money, rates and quantities: exact, as text. */
export const numeric = column<string>('numeric')
/** Microseconds since 1970 or a position in the log: exact, as text. */
export const bigint = column<string>('bigint')
export const timestamptz = column<Date, string>('timestamptz')
export const texts = column<string[], readonly string[]>('text[]')
export const oneOf = <Value extends string>() => column<Value>('text')
export const json = <Value>() => column<Value>('jsonb')
export const orNull = <Read, Write>({
  type,
}: Column<Read, Write>): Column<Read | null, Write | null> => ({ type, nullable: true })

/** What is counted of a table's rows, so that the total of a list is known without looking at them. */
export interface Counts {
  /** A condition for those that count; all of them without it. */
  readonly where?: string
  /** Columns of few values, which lists are filtered by. */
  readonly by: readonly string[]
  /** The moment that lists are narrowed to a range of. */
  readonly date?: string
  /** Folded text in which parts are searched. */
  readonly text?: 'name_folded' | 'full_name_folded' | 'line_name_folded'
}

export interface Table<C extends Columns = Columns> {
  readonly name: string
  readonly columns: C
  /** Columns of the primary key, all of type text. */
  readonly key: readonly string[]
  /** Each `(columns)`, or `(columns) where condition`. */
  readonly indexes: readonly string[]
  /** The column that projectors find rows by, when it is not the key. */
  readonly searchedBy?: string
  readonly counts?: Counts
}

/** A row as the query side reads it. */
export type ReadRow<T> =
  T extends Table<infer C>
    ? { [K in keyof C]: C[K] extends Column<infer Read, infer _Write> ? Read : never }
    : never

/** A row as projectors load and write it: every value exactly as the database has it. */
export type Row<C extends Columns> = {
  readonly [K in keyof C]: C[K] extends Column<infer _Read, infer Write> ? Write : never
}

/** The row of a table. */
export type RowOf<T> = T extends Table<infer C> ? Row<C> : never

interface Stored<C extends Columns> {
  readonly key: readonly (keyof C & string)[]
  readonly indexes?: readonly string[]
  readonly searchedBy?: keyof C & string
  readonly counts?: Counts & { readonly by: readonly (keyof C)[]; readonly date?: keyof C }
}

export const table = <const C extends Columns>(
  name: string,
  columns: C,
  { key, indexes = [], searchedBy, counts }: Stored<C>,
): Table<C> => ({
  name,
  columns,
  key,
  indexes,
  ...(searchedBy === undefined ? {} : { searchedBy }),
  ...(counts === undefined ? {} : { counts }),
})
