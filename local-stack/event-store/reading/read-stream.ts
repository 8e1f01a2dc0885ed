import type { Pool } from 'pg'
import { type RecordedEvent, TOMBSTONE_REVISION } from '../recorded-event.ts'
import { readHeads } from '../storage/log-table.ts'
import { type Page, readStreamBackwards, readStreamForwards } from '../storage/pages.ts'
import {
  describedStream,
  firstVisibleRevision,
  isMetastream,
  isMissing,
  isTombstoned,
  lastRevision,
  type StreamState,
} from '../writing/stream-state.ts'
import { stateOf } from '../writing/stream-states.ts'
import { PAGE_SIZE } from './read-log.ts'

const TICKS_PER_SECOND = 10_000_000n
const TICKS_PER_MILLISECOND = 10_000n

/** The stream has a tombstone and can no longer be read or written. */
export class StreamDeleted extends Error {
  override readonly name = 'StreamDeleted'

  constructor() {
    super('the stream has been deleted')
  }
}

export async function readState(pool: Pool, stream: string): Promise<StreamState> {
  const [heads] = await readHeads(pool, [describedStream(stream)])
  if (heads === undefined) throw new Error('the database did not say where the stream ends')
  const state = stateOf(heads)
  if (isTombstoned(state)) throw new StreamDeleted()
  return state
}

export interface StreamRead {
  readonly stream: string
  /** Inclusive, in either direction. */
  readonly from: bigint
  readonly backwards: boolean
  readonly maxCount: number
}

/** The state of a stream, and its visible events, page by page. */
export async function readStream(pool: Pool, read: StreamRead) {
  const limit = Math.min(read.maxCount, PAGE_SIZE)
  // The first page need not wait for the state: hidden events are left out afterwards.
  const [state, page] = await Promise.all([
    readState(pool, read.stream),
    nextPage(pool, read, read.from, limit),
  ])
  return { state, pages: visiblePages(pool, read, { state, page }) }
}

/** One event, if it is visible in its stream; revision -1 means the last event. */
export async function readEvent(
  pool: Pool,
  { stream, revision }: { readonly stream: string; readonly revision: bigint },
): Promise<RecordedEvent | undefined> {
  const [heads] = await readHeads(pool, [describedStream(stream)])
  if (heads === undefined) return undefined
  const state = stateOf(heads)
  if (isTombstoned(state) || isMissing(state, stream)) return undefined
  const from = revision === -1n ? lastRevision(state, stream) : revision
  if (from < firstVisibleRevision(state, stream)) return undefined
  const { events } = await readStreamForwards(pool, { stream, from, to: from, limit: 1 })
  return events.find(ageLimit(state, stream))
}

async function* visiblePages(
  pool: Pool,
  read: StreamRead,
  first: { readonly state: StreamState; readonly page: Page },
): AsyncGenerator<readonly RecordedEvent[]> {
  const firstVisible = firstVisibleRevision(first.state, read.stream)
  const isYoungEnough = ageLimit(first.state, read.stream)
  let { page } = first
  let wanted = read.maxCount
  for (;;) {
    const visible = page.events.filter(
      (event) => event.revision >= firstVisible && isYoungEnough(event),
    )
    yield visible
    wanted -= visible.length
    const last = page.events.at(-1)?.revision
    if (last === undefined || wanted <= 0 || page.isLast) return
    if (read.backwards && last <= firstVisible) return
    const from = read.backwards ? last - 1n : laterOf(last + 1n, firstVisible)
    page = await nextPage(pool, read, from, Math.min(wanted, PAGE_SIZE))
  }
}

function nextPage(pool: Pool, read: StreamRead, from: bigint, limit: number): Promise<Page> {
  const { stream, backwards } = read
  const to = TOMBSTONE_REVISION - 1n
  return backwards
    ? readStreamBackwards(pool, { stream, from: 0n, to: from < to ? from : to, limit })
    : readStreamForwards(pool, { stream, from, to, limit })
}

/** `$maxAge` hides events of a stream, but never those of its metadata stream. */
function ageLimit(state: StreamState, stream: string): (event: RecordedEvent) => boolean {
  const { maxAgeSeconds } = state.metadata
  if (maxAgeSeconds === undefined || isMetastream(stream)) return () => true
  const oldest =
    BigInt(Date.now()) * TICKS_PER_MILLISECOND - BigInt(maxAgeSeconds) * TICKS_PER_SECOND
  return (event) => event.created >= oldest
}

const laterOf = (one: bigint, other: bigint) => (one > other ? one : other)
