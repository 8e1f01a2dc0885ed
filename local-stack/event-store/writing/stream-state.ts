import { type RecordedEvent, TOMBSTONE_REVISION } from '../recorded-event.ts'

/** What a stream's `$metadata` says about which of its events may be seen. */
export interface StreamMetadata {
  readonly truncateBefore: bigint
  readonly maxCount?: bigint
  readonly maxAgeSeconds?: number
  readonly isSoftDeleted: boolean
  /** Everything it says, for the one who must repeat it with one key changed. */
  readonly properties: Readonly<Record<string, unknown>>
}

export interface StreamState {
  /** -1: no event yet. */
  readonly last: bigint
  readonly metadataLast: bigint
  readonly metadata: StreamMetadata
}

export const noMetadata: StreamMetadata = {
  truncateBefore: 0n,
  isSoftDeleted: false,
  properties: {},
}

export const newStream: StreamState = { last: -1n, metadataLast: -1n, metadata: noMetadata }

export const isTombstoned = (state: StreamState) => state.last === TOMBSTONE_REVISION

export const isMetastream = (stream: string) => stream.startsWith('$$')

/** The stream whose state tells of this one: a metastream is part of the stream that it describes. */
export const describedStream = (stream: string) => (isMetastream(stream) ? stream.slice(2) : stream)

export const lastRevision = (state: StreamState, stream: string) =>
  isMetastream(stream) ? state.metadataLast : state.last

export function withEvent(state: StreamState, event: RecordedEvent): StreamState {
  if (!isMetastream(event.stream)) return { ...state, last: event.revision }
  return { ...state, metadataLast: event.revision, metadata: parseMetadata(event.data) }
}

/** Anything that is not a valid description counts as none. */
export function parseMetadata(data: Uint8Array): StreamMetadata {
  const properties = parseObject(data)
  const truncateBefore = wholeNumber(properties['$tb'])
  const maxCount = wholeNumber(properties['$maxCount'])
  const maxAgeSeconds = wholeNumber(properties['$maxAge'])
  return {
    truncateBefore: BigInt(truncateBefore ?? 0),
    ...(maxCount === undefined ? {} : { maxCount: BigInt(maxCount) }),
    ...(maxAgeSeconds === undefined ? {} : { maxAgeSeconds }),
    isSoftDeleted: truncateBefore !== undefined && truncateBefore >= 2 ** 63,
    properties,
  }
}

function parseObject(data: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(data).toString())
    return isObject(parsed) ? parsed : {}
  } catch {
    return {}
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** 2^63 - 1, the mark of a deleted stream, becomes 2^63 as a number; nothing else comes near it. */
const wholeNumber = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined

/** The first revision that reads show; `$maxAge` is judged event by event. */
export function firstVisibleRevision(state: StreamState, stream: string): bigint {
  if (isMetastream(stream)) return state.metadataLast < 0n ? 0n : state.metadataLast
  const { truncateBefore, maxCount } = state.metadata
  const byCount = maxCount === undefined ? 0n : state.last - maxCount + 1n
  return byCount > truncateBefore ? byCount : truncateBefore
}

/** Never written, without a visible life, or deleted so that it may come back. */
export const isMissing = (state: StreamState, stream: string) =>
  lastRevision(state, stream) < 0n || (!isMetastream(stream) && state.metadata.isSoftDeleted)
