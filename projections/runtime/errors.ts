import { DatabaseError } from 'pg'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'

/** Another process has moved the checkpoint: this one is no longer the leader. */
export class NotLeader extends Error {
  override readonly name = 'NotLeader'
}

interface FailedEvent {
  readonly stored: StoredEvent
  readonly companyId: string
}

/** A projector threw at this event. Its changes to rows in memory are dropped. */
export class CannotProject extends Error {
  override readonly name = 'CannotProject'
  readonly event: FailedEvent

  constructor(event: FailedEvent, cause: unknown) {
    super(`${event.stored.type} ${event.stored.id} cannot be projected`, { cause })
    this.event = event
  }
}

/** The requested rebuild is impossible at the moment; the message is one line for people. */
export class CannotRebuild extends Error {
  override readonly name = 'CannotRebuild'
}

/** SQLSTATE classes: wrong data, broken constraints, rows beyond PostgreSQL's limits. */
const CAUSED_BY_DATA = /^(22|23|54)/
const SYSTEM_ERROR = /^E[A-Z]+$/
const CONNECTION_ERROR = /connection|timeout|client was closed|not queryable/i

/** Whether the content of the events caused the failure, so that every further attempt fails too. */
export function isCausedByEvents(error: unknown): boolean {
  if (error instanceof NotLeader) return false
  if (error instanceof DatabaseError) return CAUSED_BY_DATA.test(error.code ?? '')
  if (!(error instanceof Error)) return true
  const isSystemError = 'code' in error && SYSTEM_ERROR.test(String(error.code))
  return !isSystemError && !CONNECTION_ERROR.test(error.message)
}
