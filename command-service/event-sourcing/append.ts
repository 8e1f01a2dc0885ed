import type { MayStand } from '#kernel/domain/request-changes.ts'
import type { AnyEvent } from '#kernel/events/event-family.ts'
import { isRefusal } from '#kernel/platform/event-store/errors.ts'
import {
  type Appended,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  RevisionConflict,
} from '#kernel/platform/event-store/event-store.ts'
import {
  type EventToEncode,
  encodeEvent,
  type Origin,
} from '#kernel/platform/recording/event-codec.ts'
import type { Log } from './log.ts'

interface NotedAppend {
  readonly stream: string
  readonly events: readonly NewEvent[]
  /** The last revision of the stream; -1n where it does not exist. */
  readonly after: bigint
  readonly origin: Origin
  /** What the events bring about; undefined where that is nothing. */
  readonly brought: MayStand | undefined
}

/** Appends, and notes what may stand from the moment on at which it is sent, unless it was refused. */
export async function notedAppend(
  { append }: Pick<EventStore, 'append'>,
  { stream, events, after, origin, brought }: NotedAppend,
): Promise<Appended> {
  let takeBack: (() => void) | undefined
  const sending = () => {
    if (brought !== undefined) takeBack = origin.changes?.mayStand(brought)
  }
  try {
    return await append(stream, events, after < 0n ? 'no_stream' : after, sending)
  } catch (error) {
    if (error instanceof RevisionConflict || isRefusal(error)) takeBack?.()
    throw error
  }
}

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
