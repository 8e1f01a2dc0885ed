import type { ProposedEvent } from '../recorded-event.ts'
import { isMetastream, isTombstoned, lastRevision, type StreamState } from './stream-state.ts'

/** -1n: the stream must not exist. */
export type Expected = bigint | 'any' | 'stream_exists'

export interface AppendRequest {
  readonly stream: string
  readonly expected: Expected
  readonly events: readonly ProposedEvent[]
}

/** An earlier event that one of a request's events may repeat. */
export interface EarlierEvent {
  readonly id: string
  readonly revision: bigint
  readonly position: bigint
}

export type Refusal =
  | { readonly kind: 'wrong-expected-version'; readonly current: bigint }
  | { readonly kind: 'stream-deleted' }

export type Decision =
  | Refusal
  | { readonly kind: 'write' }
  /** All events were written before; the answer is that of the first append. */
  | { readonly kind: 'repeat'; readonly last: EarlierEvent }

/** Among how many last revisions a repeated append without an expected revision is recognised. */
const RECENT_REVISIONS = 4096n

/** Which earlier events a decision needs; undefined when it needs none. */
export interface NeededHistory {
  readonly stream: string
  readonly from: bigint
  readonly to: bigint
  /** Only these events; all of the range when absent. */
  readonly ids?: readonly string[]
}

export function neededHistory(
  { stream, expected, events }: AppendRequest,
  state: StreamState,
): NeededHistory | undefined {
  const current = lastRevision(state, stream)
  if (current < 0n || isTombstoned(state) || events.length === 0) return undefined
  if (typeof expected !== 'bigint') {
    const from = current - RECENT_REVISIONS - BigInt(events.length) + 1n
    return { stream, from, to: current, ids: events.map((event) => event.id) }
  }
  if (expected >= current) return undefined
  return { stream, from: expected + 1n, to: expected + BigInt(events.length) }
}

/** Whether this append is written, is a repeat, or is refused. */
export function decideAppend(
  { stream, expected, events }: AppendRequest,
  state: StreamState,
  history: readonly EarlierEvent[],
  takesNothingAnywhere = false,
): Decision {
  const current = lastRevision(state, stream)
  const isTakenAnywhere = takesNothingAnywhere && events.length === 0
  if (isTombstoned(state)) {
    const isTaken =
      isTakenAnywhere && (expected === 'any' || expected === -1n || expected === current)
    return { kind: isTaken ? 'write' : 'stream-deleted' }
  }
  const isDeleted = !isMetastream(stream) && state.metadata.isSoftDeleted
  if (expected === 'stream_exists') {
    if (isDeleted) return { kind: 'stream-deleted' }
    if (current < 0n && state.metadataLast < 0n) return wrongExpectedVersion(current)
  }
  if (typeof expected !== 'bigint') return decideWithoutRevision(events, history, current)
  if (expected > current) return wrongExpectedVersion(current)
  if (expected === current) return { kind: 'write' }
  if (isTakenAnywhere && isDeleted && expected === -1n) return { kind: 'write' }
  return decideRepeat({ events, history, current, mayComeBack: isDeleted && expected === -1n })
}

function decideWithoutRevision(
  events: readonly ProposedEvent[],
  history: readonly EarlierEvent[],
  current: bigint,
): Decision {
  // Of two events with the same id the first counts.
  const known = new Map(history.toReversed().map((event) => [event.id, event]))
  const [first] = events
  const last = events.at(-1)
  if (first === undefined || last === undefined || !known.has(first.id)) return { kind: 'write' }
  const lastKnown = known.get(last.id)
  const isWhole = events.every((event) => known.has(event.id))
  if (!isWhole || lastKnown === undefined) return wrongExpectedVersion(current)
  return { kind: 'repeat', last: lastKnown }
}

function decideRepeat(given: {
  readonly events: readonly ProposedEvent[]
  readonly history: readonly EarlierEvent[]
  readonly current: bigint
  readonly mayComeBack: boolean
}): Decision {
  const { events, history, current, mayComeBack } = given
  if (events.length === 0) return wrongExpectedVersion(current)
  if (history[0]?.id !== events[0]?.id) {
    return mayComeBack ? { kind: 'write' } : wrongExpectedVersion(current)
  }
  const isWhole = events.every((event, index) => history[index]?.id === event.id)
  const last = history[events.length - 1]
  if (!isWhole || last === undefined) return wrongExpectedVersion(current)
  return { kind: 'repeat', last }
}

export interface DeleteRequest {
  readonly stream: string
  readonly expected: Expected
  readonly forever: boolean
}

/** Whether a deletion is written. A stream that never existed can get a tombstone, too. */
export function decideDelete(
  { expected, forever }: DeleteRequest,
  state: StreamState,
): Refusal | { readonly kind: 'write' } {
  if (isTombstoned(state)) return { kind: 'stream-deleted' }
  const isDeleted = state.metadata.isSoftDeleted
  if (expected === 'stream_exists' && isDeleted) return { kind: 'stream-deleted' }
  const isUnknown = state.last < 0n && state.metadataLast < 0n
  const agrees =
    expected === 'any' ||
    (expected === 'stream_exists' && !isUnknown) ||
    (expected === -1n && isDeleted) ||
    expected === state.last
  const isPossible = forever || !isUnknown
  return agrees && isPossible ? { kind: 'write' } : wrongExpectedVersion(state.last)
}

const wrongExpectedVersion = (current: bigint): Refusal => ({
  kind: 'wrong-expected-version',
  current,
})
