import type { AnyEvent } from '#kernel/events/event-family.ts'
import {
  type Appended,
  type ExpectedRevision,
  RevisionConflict,
} from '#kernel/platform/event-store/event-store.ts'
import { type EventToEncode, encodeEvent } from '#kernel/platform/recording/event-codec.ts'
import type { Log } from './log.ts'

/** Appends one event as it was decided. Undefined when another event was first. */
export async function appendOne<Event extends AnyEvent>(
  { eventStore, vault }: Pick<Log, 'eventStore' | 'vault'>,
  event: EventToEncode<Event>,
  expected: ExpectedRevision,
): Promise<Appended | undefined> {
  const encoded = await encodeEvent(vault, event)
  try {
    return await eventStore.append(event.stream, [encoded], expected)
  } catch (error) {
    if (error instanceof RevisionConflict) return undefined
    throw error
  }
}
