import type pg from 'pg'
import { type RecordedEvent, TOMBSTONE_REVISION } from '../recorded-event.ts'
import { readHeads, readStreamBackwards, readStreamForwards } from '../storage/log-table.ts'
import {
  describedStream,
  firstVisibleRevision,
  isTombstoned,
  lastRevision,
  type StreamState,
} from '../writing/stream-state.ts'
import { stateOf } from '../writing/stream-states.ts'
import { PAGE_SIZE } from './read-log.ts'

const TICKS_PER_SECOND = 10_000_000n
const TICKS_PER_MILLISECOND = 10_000n

/** The stream has a tombstone: it cannot be read or written any more. */
export class StreamDeleted extends Error {
  override readonly name = 'StreamDeleted'
}

export async function readState(pool: pg.Pool, stream: string): Promise<StreamState> {
  const [heads] = await readHeads(pool, [describedStream(stream)])
  if (heads === undefined) throw new Error('the database did not say where the stream ends')
  const state = stateOf(heads)
  if (isTombstoned(state)) throw new StreamDeleted('the stream has been deleted')
  return state
}

export interface StreamRead {
  readonly stream: string
  readonly state: StreamState
  /** Inclusive, in either direction. */
  readonly from: bigint
  readonly maxCount: number
}

export async function* streamForwards(
  pool: pg.Pool,
  { stream, state, from, maxCount }: StreamRead,
): AsyncGenerator<readonly RecordedEvent[]> {
  const to = TOMBSTONE_REVISION - 1n
  const isYoungEnough = ageLimit(state, stream)
  let next = laterOf(from, firstVisibleRevision(state, stream))
  let wanted = maxCount
  while (wanted > 0) {
    const page = await readStreamForwards(pool, { stream, from: next, to, limit: PAGE_SIZE })
    const visible = page.filter(isYoungEnough).slice(0, wanted)
    yield visible
    wanted -= visible.length
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE_SIZE) return
    next = last.revision + 1n
  }
}

export async function* streamBackwards(
  pool: pg.Pool,
  { stream, state, from, maxCount }: StreamRead,
): AsyncGenerator<readonly RecordedEvent[]> {
  const first = firstVisibleRevision(state, stream)
  const last = lastRevision(state, stream)
  const isYoungEnough = ageLimit(state, stream)
  let to = from < last ? from : last
  let wanted = maxCount
  while (wanted > 0 && to >= first) {
    const limit = Math.min(wanted, PAGE_SIZE)
    const page = await readStreamBackwards(pool, { stream, from: first, to, limit })
    const visible = page.filter(isYoungEnough)
    yield visible
    wanted -= visible.length
    const oldest = page.at(-1)
    if (oldest === undefined || visible.length < limit) return
    to = oldest.revision - 1n
  }
}

function ageLimit(state: StreamState, stream: string): (event: RecordedEvent) => boolean {
  const { maxAgeSeconds } = state.metadata
  if (maxAgeSeconds === undefined || stream !== describedStream(stream)) return () => true
  const oldest =
    BigInt(Date.now()) * TICKS_PER_MILLISECOND - BigInt(maxAgeSeconds) * TICKS_PER_SECOND
  return (event) => event.created >= oldest
}

const laterOf = (one: bigint, other: bigint) => (one > other ? one : other)
