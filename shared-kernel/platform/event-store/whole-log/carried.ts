import { describes, isOfSystem, type LogEvent } from './log-event.ts'

/** How a copy transfers an event of the source. */
export type Carrying =
  /** Appended as it is. */
  | 'append'
  /** Tombstones its stream; only the server can write this event. */
  | 'tombstone'
  /** Deletes its stream; only the server can write this event. */
  | 'delete'
  /** Written by the server when a deleted stream is written again. */
  | 'comes-with-it'
  | 'of-system'

export interface Entry {
  readonly carrying: Carrying
  readonly event: LogEvent
}

/**
 * Decides for each event of a log, in order, how to transfer it. A deleted stream that is written again
 * exists again, and the server records this in the stream's metadata: this node before the new events,
 * EventStoreDB after them.
 */
export async function* entriesOf(events: AsyncIterable<LogEvent>): AsyncGenerator<Entry> {
  const deleted = new Map<string, 'deleted' | 'coming-back'>()
  let waiting: LogEvent | undefined
  for await (const event of events) {
    if (waiting !== undefined)
      yield { carrying: carryingOf(deleted, waiting, event), event: waiting }
    waiting = event
  }
  if (waiting !== undefined) {
    yield { carrying: carryingOf(deleted, waiting, undefined), event: waiting }
  }
}

function carryingOf(
  deleted: Map<string, 'deleted' | 'coming-back'>,
  event: LogEvent,
  next: LogEvent | undefined,
): Carrying {
  if (isOfSystem(event)) return 'of-system'
  if (event.type === '$streamDeleted') {
    deleted.delete(event.stream)
    return 'tombstone'
  }
  if (!describes(event)) {
    if (deleted.get(event.stream) === 'deleted') deleted.set(event.stream, 'coming-back')
    return 'append'
  }
  const stream = event.stream.slice(2)
  const state = deleted.get(stream)
  if (isDeletion(event)) {
    deleted.set(stream, 'deleted')
    return state === 'deleted' ? 'delete' : 'append'
  }
  if (state === undefined) return 'append'
  // Metadata written by a client restores the stream too; the server's own metadata follows.
  if (state === 'deleted' && next?.stream === event.stream) {
    deleted.set(stream, 'coming-back')
    return 'append'
  }
  deleted.delete(stream)
  return 'comes-with-it'
}

const DELETED = 2n ** 63n - 1n

const isDeletion = ({ data }: LogEvent): boolean => {
  const truncateBefore = /"\$tb"\s*:\s*(\d+)/.exec(Buffer.from(data).toString())?.[1]
  return truncateBefore !== undefined && BigInt(truncateBefore) === DELETED
}
