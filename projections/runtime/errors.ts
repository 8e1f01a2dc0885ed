import { isCausedByData } from '#kernel/platform/errors/caused-by-data.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'

/** Another process has moved the checkpoint: this one is no longer the leader. */
export class NotLeader extends Error {
  override readonly name = 'NotLeader'
}

interface FailedEvent {
  readonly stored: Pick<StoredEvent, 'id' | 'type'>
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
  override readonly name: string = 'CannotRebuild'
}

/** Whether the content of the events caused the failure, so that every further attempt fails too. */
export const isCausedByEvents = (error: unknown): boolean =>
  !(error instanceof NotLeader) && isCausedByData(error)
