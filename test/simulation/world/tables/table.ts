import type { Values } from './values.ts'

/** What a statement is executed with. */
export interface Execution {
  readonly values: Values
  /** The time of the statement, in microseconds since 1970. */
  readonly now: number
}

/** What PostgreSQL answers to a statement. */
export interface Outcome {
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  readonly rowCount: number
}

/** A statement by its text, in which white space is collapsed and names are unquoted. */
export type Statement = readonly [text: RegExp, execute: (execution: Execution) => Outcome]

export const changed = (rowCount: number): Outcome => ({ rows: [], rowCount })

export const found = (rows: Outcome['rows']): Outcome => ({ rows, rowCount: rows.length })

export const HOUR = 3_600_000_000
export const DAY = 24 * HOUR

export const later = (now: number, ms: number): number => now + Math.round(ms * 1_000)

/** The key of a row whose primary key has several columns; no text of PostgreSQL has this character. */
export const keyOf = (...columns: readonly string[]): string => columns.join('\0')

/** Deletes rows; their number. */
export function removeWhere<Row>(rows: Map<string, Row>, isMeant: (row: Row) => boolean): Outcome {
  const before = rows.size
  for (const [key, row] of rows) if (isMeant(row)) rows.delete(key)
  return changed(before - rows.size)
}
