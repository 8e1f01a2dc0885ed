import type { ShownEvent } from './shown-events.ts'

/** A projector threw at this event; what it did to the rows in memory counts no more. */
export class CannotProject extends Error {
  override readonly name = 'CannotProject'
  readonly event: ShownEvent

  constructor(event: ShownEvent, cause: unknown) {
    super(`${event.stored.type} ${event.stored.id} cannot be shown`, { cause })
    this.event = event
  }
}
