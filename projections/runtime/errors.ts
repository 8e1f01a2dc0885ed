import { DatabaseError } from 'pg'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'

/** Somebody else has moved the checkpoint: this process no longer owns the projection. */
export class NotTheOwner extends Error {
  override readonly name = 'NotTheOwner'
}

/** The projection stands before an event that it cannot show. */
export class CannotProject extends Error {
  override readonly name = 'CannotProject'

  constructor({ id, type, stream, position }: StoredEvent, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`${type} ${id} of ${stream} at position ${position}: ${reason}`, { cause })
  }
}

/** Classes of PostgreSQL errors that say something about the server, not about what was written. */
const SERVER_TROUBLE = /^(08|25|40|53|55|57|58|XX)/
const SYSTEM_TROUBLE = /^E[A-Z]+$/
const CONNECTION_TROUBLE = /connection|timeout|client was closed|not queryable/i

/** Whether the same work may succeed when it is tried again later, with nothing changed in it. */
export function isPassing(error: unknown): boolean {
  if (error instanceof NotTheOwner) return true
  if (error instanceof DatabaseError) return SERVER_TROUBLE.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  const isSystemError = 'code' in error && SYSTEM_TROUBLE.test(String(error.code))
  return isSystemError || CONNECTION_TROUBLE.test(error.message)
}
