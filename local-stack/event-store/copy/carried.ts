import { describes, isOfSystem, type LogEvent } from './log-event.ts'

/** What a copy does with an event of the source. */
export type Carrying =
  /** Appended as it is. */
  | 'append'
  /** Ends its stream; only the server can write it. */
  | 'tombstone'
  /** Deletes a stream that is deleted already; only the server can write it. */
  | 'delete'
  /** The server writes it by itself when a deleted stream is written again. */
  | 'comes-with-it'
  | 'of-system'

export interface Entry {
  readonly carrying: Carrying
  readonly event: LogEvent
}

/**
 * Tells of each event of a log, in order, how it gets into another one. A deleted stream that is
 * written again comes back, and the server says so in the stream's description: this node before the
 * events that brought it back, EventStoreDB behind them.
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
  // A description by hand brings the stream back too, and is followed by the server's own.
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
