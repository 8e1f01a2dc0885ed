import { DatabaseError } from 'pg'
import { NotLeader } from './errors.ts'

/** Data that are not of their type, that break a rule of the table, or that no row can hold. */
const WHAT_WAS_WRITTEN = /^(22|23|54)/
const SYSTEM_TROUBLE = /^E[A-Z]+$/
const CONNECTION_TROUBLE = /connection|timeout|client was closed|not queryable/i

/** Whether the work failed for what is in the events: it will fail again, whoever tries it when. */
export function isOfTheEvents(error: unknown): boolean {
  if (error instanceof NotLeader) return false
  if (error instanceof DatabaseError) return WHAT_WAS_WRITTEN.test(error.code ?? '')
  if (!(error instanceof Error)) return true
  const isSystemError = 'code' in error && SYSTEM_TROUBLE.test(String(error.code))
  return !isSystemError && !CONNECTION_TROUBLE.test(error.message)
}
