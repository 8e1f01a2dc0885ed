import type { EventStore, StoredEvent } from './event-store.ts'
import type { LogPosition } from './log-position.ts'
import type { LogRead } from './log-read.ts'

/** The events of the log behind a position, up to another one. */
export async function* logUpTo(
  { readLog }: Pick<EventStore, 'readLog'>,
  { after, upTo, ...read }: LogRead & { readonly after: LogPosition; readonly upTo: LogPosition },
): AsyncGenerator<StoredEvent, void> {
  for await (const event of readLog(after, read)) {
    if (event.position > upTo) return
    yield event
  }
}
