import { DatabaseError } from 'pg'
import { Unavailable } from '#kernel/domain/unavailable.ts'

const RETRY_AFTER_SECONDS = 1

/** The error if it is for a time only, also where PostgreSQL is away or starting. */
export function unavailabilityOf(error: unknown): Unavailable | undefined {
  if (error instanceof Unavailable) return error
  if (!isDatabaseAway(error)) return undefined
  return new Unavailable('the database does not answer', RETRY_AFTER_SECONDS, { cause: error })
}

/**
 * SQLSTATE: no connection, all connections in use, the server ends or starts, the database accepts no
 * connections, a standby cancels a query that is in the way of what it replays.
 */
const SERVER_AWAY = /^(08...|53300|57P0[123]|55000|40001)$/
const NETWORK_AWAY =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** The driver gives these errors no code. */
const DRIVER_SAYS_AWAY =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/

function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (error instanceof DatabaseError) return SERVER_AWAY.test(code)
  return NETWORK_AWAY.test(code) || DRIVER_SAYS_AWAY.test(error.message)
}
