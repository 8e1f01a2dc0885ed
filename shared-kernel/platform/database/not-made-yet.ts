import pg from 'pg'

const INVALID_SCHEMA_NAME = '3F000'
const UNDEFINED_TABLE = '42P01'
const UNDEFINED_COLUMN = '42703'

/** Whether a query failed because another process has not made its tables yet, or those of this version. */
export const isNotMadeYet = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  [INVALID_SCHEMA_NAME, UNDEFINED_TABLE, UNDEFINED_COLUMN].includes(error.code ?? '')

/** What a query answers, or what holds while its tables are not made yet. */
export const untilMade = <T>(query: Promise<T>, before: T): Promise<T> =>
  query.catch((error: unknown) => {
    if (isNotMadeYet(error)) return before
    throw error
  })
