import { DatabaseError } from 'pg'
import { Unavailable } from '#kernel/domain/unavailable.ts'
import { errorCode } from './error-code.ts'

const RETRY_AFTER_SECONDS = 1

/** The error if it is for a time only, also where PostgreSQL is away or starting. */
export function unavailabilityOf(error: unknown): Unavailable | undefined {
  if (error instanceof Unavailable) return error
  const words = databaseAway(error)
  if (words !== undefined) return new Unavailable(words, RETRY_AFTER_SECONDS, { cause: error })
  const needed = mendedBySomebody(error)
  return needed === undefined
    ? undefined
    : new NeedsSomebody(needed, RETRY_AFTER_SECONDS, { cause: error })
}

/** It lasts until somebody who runs the database has acted; until then a service is not ready. */
export class NeedsSomebody extends Unavailable {}

export const NO_ANSWER = 'the database does not answer'

type Meanings = readonly (readonly [sqlState: RegExp, words: string])[]

/** What each SQLSTATE means after which the same statement can succeed soon. */
const soonOver: Meanings = [
  [/^(08...|57P0[1235])$/, NO_ANSWER],
  [/^53200$/, 'the database has no memory left'],
  [/^53300$/, 'the database has no connection left'],
  [/^(57014|25P0[34])$/, 'the database took too long'],
  [/^(55P03|40P01)$/, 'the database waited for a lock for too long'],
  // The second: a standby cancels what is in the way of what it replays.
  [/^(55000|40001)$/, NO_ANSWER],
]

/** And after which it can, once somebody has acted. */
const overWhenMended: Meanings = [
  [/^(53100|58030)$/, 'the disk of the database is full or broken'],
  [/^53...$/, 'the database has no room to work'],
  [/^25006$/, 'the database can only be read'],
  [/^28...$/, 'the database refuses the password or the role of this process'],
  [/^3D000$/, 'the database is not there under its name'],
  [/^42501$/, 'the role of this process lacks a right in the database'],
]
/** What Node says of a server's certificate, or of a server that speaks no TLS. */
const CERTIFICATE_REFUSED =
  /^(CERT_.*|ERR_TLS_CERT_ALTNAME_INVALID|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER_CERT(_LOCALLY)?|VERIFY_LEAF_SIGNATURE))$/
const NO_TLS = /^The server does not support SSL connections$/
const NETWORK_AWAY =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** The driver gives these errors no code. */
const DRIVER_SAYS_AWAY =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed))/

function databaseAway(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  if (error instanceof DatabaseError) return meaning(soonOver, error)
  return NETWORK_AWAY.test(code) || DRIVER_SAYS_AWAY.test(error.message) ? NO_ANSWER : undefined
}

function mendedBySomebody(error: unknown): string | undefined {
  if (error instanceof DatabaseError) return meaning(overWhenMended, error)
  if (!(error instanceof Error)) return undefined
  return CERTIFICATE_REFUSED.test(errorCode(error) ?? '') || NO_TLS.test(error.message)
    ? 'the certificate of a server is refused'
    : undefined
}

const meaning = (meanings: Meanings, { code = '' }: DatabaseError) =>
  meanings.find(([sqlState]) => sqlState.test(code))?.[1]
