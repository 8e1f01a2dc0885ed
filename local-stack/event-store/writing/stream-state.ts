import { type RecordedEvent, TOMBSTONE_REVISION } from '../recorded-event.ts'
import { noMetadata, parseMetadata, type StreamMetadata } from './stream-metadata.ts'

export interface StreamState {
  /** -1: no event yet. */
  readonly last: bigint
  readonly metadataLast: bigint
  readonly metadata: StreamMetadata
}

export const newStream: StreamState = { last: -1n, metadataLast: -1n, metadata: noMetadata }

export const isTombstoned = (state: StreamState) => state.last === TOMBSTONE_REVISION

/** The metadata stream of a metadata stream is an ordinary stream. */
export const isMetastream = (stream: string) =>
  stream.startsWith('$$') && !stream.startsWith('$$$$')

/** The stream whose state includes this one: a metadata stream belongs to the stream that it describes. */
export const describedStream = (stream: string) => (isMetastream(stream) ? stream.slice(2) : stream)

export const lastRevision = (state: StreamState, stream: string) =>
  isMetastream(stream) ? state.metadataLast : state.last

export function withEvent(state: StreamState, event: RecordedEvent): StreamState {
  if (!isMetastream(event.stream)) return { ...state, last: event.revision }
  return { ...state, metadataLast: event.revision, metadata: parseMetadata(event) }
}

/** The first revision that reads show; `$maxAge` is judged event by event. */
export function firstVisibleRevision(state: StreamState, stream: string): bigint {
  if (isMetastream(stream)) return state.metadataLast < 0n ? 0n : state.metadataLast
  const { truncateBefore, maxCount } = state.metadata
  const byCount = maxCount === undefined ? 0n : state.last - maxCount + 1n
  return byCount > truncateBefore ? byCount : truncateBefore
}

/** Whether reads find no stream: it was never written, or is soft-deleted. */
export const isMissing = (state: StreamState, stream: string) =>
  lastRevision(state, stream) < 0n || (!isMetastream(stream) && state.metadata.isSoftDeleted)
