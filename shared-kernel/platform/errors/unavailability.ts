import { DatabaseError } from 'pg'
import { Unavailable } from '#kernel/domain/unavailable.ts'

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
  [/^(28P01|28000)$/, 'the database refuses the password or the role of this process'],
]
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

const mendedBySomebody = (error: unknown) =>
  error instanceof DatabaseError ? meaning(overWhenMended, error) : undefined

const meaning = (meanings: Meanings, { code = '' }: DatabaseError) =>
  meanings.find(([sqlState]) => sqlState.test(code))?.[1]
