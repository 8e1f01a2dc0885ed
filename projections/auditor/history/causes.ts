import { LRUCache } from 'lru-cache'
import { type EventMetadata, parseMetadata } from '#kernel/events/metadata.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'

/** Why there is an event: the nearest link of the chain that led to it. */
export type Cause =
  | { readonly kind: 'event'; readonly eventId: string }
  /** The outcome of a call at a provider; `eventId` is the event that permitted the call. */
  | { readonly kind: 'attempt'; readonly attemptId: string; readonly eventId: string }
  | { readonly kind: 'request'; readonly requestId: string }
  | EventMetadata['actor']

const MOST_ATTEMPTS = 10_000

/** Tells the causes of events that are given in log order. */
export function causesInOrder(): (event: StoredEvent) => Cause | null {
  const begunBy = new LRUCache<string, string>({ max: MOST_ATTEMPTS })
  return (event) => {
    const metadata = parseMetadata(event.metadata)
    if (metadata === undefined) return null
    const { causationId, attemptId, requestId, actor } = metadata
    const begun = attemptId === undefined ? undefined : begunBy.get(attemptId)
    if (attemptId !== undefined && begun === undefined) begunBy.set(attemptId, event.id)
    if (attemptId !== undefined && begun !== undefined) {
      return { kind: 'attempt', attemptId, eventId: begun }
    }
    if (causationId !== null) return { kind: 'event', eventId: causationId }
    return requestId === null ? actor : { kind: 'request', requestId }
  }
}
