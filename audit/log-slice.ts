import {
  BEFORE_THE_LOG,
  type LogPlace,
  type StoredEvent,
} from '#kernel/platform/event-store/event-store.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { AuditedLog } from './audited-system.ts'

const PAGE = 500

interface Slice {
  readonly isWanted: (event: StoredEvent) => boolean
  /** The place to read on from; by default the beginning. */
  readonly after?: LogPlace
  /** Also the events of other programs. */
  readonly withNeighbours?: true
  /** The last position to read. */
  readonly upTo: LogPosition
  readonly moved?: (position: LogPosition) => void
}

interface Batch {
  readonly events: readonly StoredEvent[]
  readonly upTo: LogPosition
  readonly taken: () => void
}

/**
 * The wanted events of the log up to a position, in order. The store does not filter, so every batch
 * reports progress even if none of its events is wanted.
 */
export async function* logSlice(
  log: AuditedLog,
  { isWanted, withNeighbours, after = BEFORE_THE_LOG, upTo, moved }: Slice,
): AsyncGenerator<readonly StoredEvent[], void> {
  if (upTo <= after.position) return
  let arrived = Promise.withResolvers<Batch>()
  const subscription = log.subscribe({
    name: 'audit',
    after,
    maxBatch: PAGE,
    withNeighbours,
    handle: (events, { position }) =>
      new Promise<void>((taken) => arrived.resolve({ events, upTo: position, taken })),
  })
  const ended = subscription.ended.then(() => undefined)
  let current: Batch | undefined
  try {
    for (;;) {
      current = await Promise.race([arrived.promise, ended])
      if (current === undefined) throw new Error('the log could not be read to its end')
      arrived = Promise.withResolvers<Batch>()
      yield current.events.filter((event) => event.position <= upTo && isWanted(event))
      moved?.(current.upTo < upTo ? current.upTo : upTo)
      if (current.upTo >= upTo) return
      current.taken()
    }
  } finally {
    const closed = subscription.close()
    current?.taken()
    void arrived.promise.then(({ taken }) => taken())
    await closed
  }
}
