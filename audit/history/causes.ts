import { LRUCache } from 'lru-cache'
import { type EventMetadata, parseMetadata } from '#kernel/events/metadata.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { atMost } from '#kernel/platform/process/at-most.ts'

type Beginning = { readonly kind: 'request'; readonly requestId: string } | EventMetadata['actor']

/** The nearest link of the chain that led to an event. */
export type Cause =
  | { readonly kind: 'event'; readonly eventId: string }
  /** The outcome of a call at a provider; `eventId` is the event that permitted the call. */
  | { readonly kind: 'attempt'; readonly attemptId: string; readonly eventId: string }
  | Beginning

/** The cause of an event. */
export interface Why {
  readonly cause: Cause | null
  /** The first link of the chain of causes; null if it leads out of the given events. */
  readonly began: Beginning | null
}

/** The limit for attempts and for events; the oldest are dropped. */
const MOST_REMEMBERED = 10_000

/** Finds the causes of events that are passed in log order. */
export function causesInOrder(): (event: StoredEvent) => Why {
  const begunBy = new LRUCache<string, string>(atMost(MOST_REMEMBERED))
  const beginnings = new LRUCache<string, Beginning>(atMost(MOST_REMEMBERED))

  function causeOf({ id, data }: StoredEvent, metadata: EventMetadata): Cause {
    const { causationId, attemptId, requestId, actor } = metadata
    if (attemptId !== undefined) {
      const begins = data['attemptId'] === attemptId || causationId === null
      const begun = begunBy.get(attemptId) ?? (begins ? undefined : causationId)
      if (typeof begun === 'string') return { kind: 'attempt', attemptId, eventId: begun }
      begunBy.set(attemptId, id)
    }
    if (causationId !== null) return { kind: 'event', eventId: causationId }
    return requestId === null ? actor : { kind: 'request', requestId }
  }

  return (event) => {
    const metadata = parseMetadata(event.metadata)
    if (metadata === undefined) return { cause: null, began: null }
    const cause = causeOf(event, metadata)
    const { requestId } = metadata
    const own = requestId === null ? undefined : ({ kind: 'request', requestId } as const)
    const led = 'eventId' in cause ? beginnings.get(cause.eventId) : cause
    const began = own ?? led ?? null
    if (began !== null) beginnings.set(event.id, began)
    return { cause, began }
  }
}
