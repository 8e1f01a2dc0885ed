import pg from 'pg'

const INVALID_SCHEMA_NAME = '3F000'
const UNDEFINED_TABLE = '42P01'

/** Whether a query failed because another process has not made its tables yet. */
export const isNotMadeYet = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === INVALID_SCHEMA_NAME || error.code === UNDEFINED_TABLE)
