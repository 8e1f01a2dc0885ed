import { DatabaseError } from 'pg'
import { Unavailable } from '#kernel/domain/unavailable.ts'
import { ForgedEvent } from '../recording/event-codec.ts'
import { KeyMissing } from '../vault/last-key.ts'

/** SQLSTATE classes: wrong data, broken constraints, rows beyond PostgreSQL's limits. */
const WRONG_DATA = /^(22|23|54)/
const SYSTEM_ERROR = /^E[A-Z]+$/
/** How messages of `pg` about a lost connection begin; they have neither a class nor a code. */
const LOST_CONNECTION =
  /^(?:connection terminated|timeout |query read timeout|client (?:was closed|has encountered)|cannot use a pool|received unexpected|the server does not support ssl|there was an error establishing an ssl)/i

/**
 * Whether data caused the failure, so that every further attempt fails too. Messages of other errors
 * quote what is stored, which must not look like a lost connection.
 */
export function isCausedByData(error: unknown): boolean {
  if (error instanceof DatabaseError) return WRONG_DATA.test(error.code ?? '')
  if (error instanceof Unavailable)
    return error instanceof ForgedEvent || error instanceof KeyMissing
  if (!(error instanceof Error)) return true
  const isSystemError = 'code' in error && SYSTEM_ERROR.test(String(error.code))
  return !isSystemError && !(error.name === 'Error' && LOST_CONNECTION.test(error.message))
}
