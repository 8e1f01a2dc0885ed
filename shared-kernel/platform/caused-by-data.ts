import { DatabaseError } from 'pg'

/** SQLSTATE classes: wrong data, broken constraints, rows beyond PostgreSQL's limits. */
const WRONG_DATA = /^(22|23|54)/
const SYSTEM_ERROR = /^E[A-Z]+$/
const CONNECTION_ERROR = /connection|timeout|client was closed|not queryable/i

/** Whether data caused the failure, so that every further attempt fails too. */
export function isCausedByData(error: unknown): boolean {
  if (error instanceof DatabaseError) return WRONG_DATA.test(error.code ?? '')
  if (!(error instanceof Error)) return true
  const isSystemError = 'code' in error && SYSTEM_ERROR.test(String(error.code))
  return !isSystemError && !CONNECTION_ERROR.test(error.message)
}
