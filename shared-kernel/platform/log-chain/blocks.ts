import { DatabaseError, type Pool } from 'pg'
import { inBatches } from '#kernel/domain/in-batches.ts'
import { categoryOf } from '#kernel/events/category-of.ts'
import { HEADS_STREAM } from '#kernel/events/notary.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { type LogPosition, parseLogPosition } from '#kernel/platform/event-store/log-position.ts'
import { eventHash, type HashedEvent, nextHead } from '#kernel/platform/log-chain/event-hash.ts'

const HASH_BYTES = 32
const ID_BYTES = 16
const UNIQUE_VIOLATION = '23505'
const MAX_BLOCK = 1_000

/** The state of the chain after its last event. */
export interface ChainEnd {
  readonly count: number
  readonly head: Buffer
  /** The last event's id, and its position in the store that it was read from. */
  readonly eventId: string
  readonly position: LogPosition
}

export interface Link {
  readonly eventId: string
  readonly hash: Buffer
}

export interface Block {
  /** The number of events before the block. */
  readonly after: number
  readonly links: readonly Link[]
  readonly head: Buffer
  readonly position: LogPosition
  /** Whether a signature of the notary is among the events. */
  readonly signed: boolean
}

/** Groups events for the blocks of a chain that is computed again. */
export const inBlocks = <Event>(events: AsyncIterable<Event>) => inBatches(events, MAX_BLOCK)

/** The chain does not end where the block begins: another process has changed it. */
export class ChainOvertaken extends Error {
  override readonly name = 'ChainOvertaken'
}

/** Undefined while the chain is empty. */
export async function chainEnd(pool: Pool): Promise<ChainEnd | undefined> {
  const { rows } = await pool.query<EndRow>(
    `select (after + event_count)::float8 as count, head, position::text,
            substring(event_ids from length(event_ids) - ${ID_BYTES - 1}) as id
     from vault.log_chain order by after desc limit 1`,
  )
  const [row] = rows
  if (row === undefined) return undefined
  const { count, head, position, id } = row
  return { count, head, eventId: uuidOf(id), position: parseLogPosition(position) }
}

interface EndRow {
  readonly count: number
  readonly head: Buffer
  readonly position: string
  readonly id: Buffer
}

/** The block of these events behind the end of the chain. */
export function blockOf(
  { count, head }: Pick<ChainEnd, 'count' | 'head'>,
  events: readonly (HashedEvent & Partial<Pick<StoredEvent, 'isGenuine'>>)[],
  position: LogPosition,
): Block {
  const links = events.map((event) => ({ eventId: event.id, hash: eventHash(event) }))
  return {
    after: count,
    links,
    head: links.reduce((reached, { hash }) => nextHead(reached, hash), head),
    position,
    signed: events.some(
      ({ stream, isGenuine }) =>
        isGenuine !== false && categoryOf(stream) === categoryOf(HEADS_STREAM),
    ),
  }
}

type Queries = Pick<Pool, 'query'>

/** Throws `ChainOvertaken` if the chain does not end where the block begins. */
export async function appendBlock(queries: Queries, block: Block): Promise<void> {
  const { after, links, head, position, signed } = block
  const values = [
    after,
    links.length,
    Buffer.concat(links.map(({ eventId }) => bytesOf(eventId))),
    Buffer.concat(links.map(({ hash }) => hash)),
    head,
    position.toString(),
    signed,
  ]
  try {
    const { rowCount } = await queries.query(
      `insert into vault.log_chain
         (after, event_count, event_ids, event_hashes, head, position, signed)
       select $1::bigint, $2::integer, $3::bytea, $4::bytea, $5::bytea, $6::bigint, $7::boolean
       where $1::bigint = coalesce(
         (select after + event_count from vault.log_chain order by after desc limit 1), 0)`,
      values,
    )
    if (rowCount === 0) throw new ChainOvertaken()
  } catch (error) {
    if (error instanceof DatabaseError && error.code === UNIQUE_VIOLATION)
      throw new ChainOvertaken()
    throw error
  }
}

/** Whether the notary has signed something that is in the chain, also for a role that does not read the log. */
export async function hasSignatures(queries: Queries): Promise<boolean> {
  const { rows } = await queries.query<{ signed: boolean }>(
    'select exists (select from vault.log_chain where signed) as signed',
  )
  return rows[0]?.signed ?? false
}

/** The links from the first event on, read page by page. */
export async function* chainLinks(pool: Pool, upTo: number): AsyncGenerator<Link> {
  for (let after = 0; after < upTo; ) {
    const links = await linksBehind(pool, after)
    if (links.length === 0) return
    yield* links.slice(0, upTo - after)
    after += links.length
  }
}

/** The head after that many events; undefined if the chain is shorter. */
export async function headAt(queries: Queries, count: number): Promise<Buffer | undefined> {
  const { rows } = await queries.query<{ after: number; links: Buffer; before: Buffer | null }>(
    `select block.after::float8 as after, block.event_hashes as links,
            (select head from vault.log_chain earlier
             where earlier.after < block.after order by after desc limit 1) as before
     from vault.log_chain block where block.after < $1 order by block.after desc limit 1`,
    [count],
  )
  const [block] = rows
  if (block === undefined) return count === 0 ? Buffer.alloc(HASH_BYTES) : undefined
  const hashes = piecesOf(block.links, HASH_BYTES).slice(0, count - block.after)
  if (hashes.length < count - block.after) return undefined
  return hashes.reduce(nextHead, block.before ?? Buffer.alloc(HASH_BYTES))
}

/** The number of events up to the first block whose stored head does not follow from its hashes; undefined if all do. */
export async function firstWrongHead(pool: Pool): Promise<number | undefined> {
  let reached = { count: 0, head: Buffer.alloc(HASH_BYTES) }
  for (;;) {
    const { rows } = await pool.query<StoredBlock>(
      `select after::float8 as after, event_count as count, event_hashes as hashes, head
       from vault.log_chain where after >= $1 order by after limit 50`,
      [reached.count],
    )
    if (rows.length === 0) return undefined
    for (const { after, count, hashes, head } of rows) {
      const links = piecesOf(hashes, HASH_BYTES)
      reached = { count: after + count, head: Buffer.from(links.reduce(nextHead, reached.head)) }
      if (links.length !== count || !reached.head.equals(head)) return reached.count
    }
  }
}

interface StoredBlock {
  readonly after: number
  readonly count: number
  readonly hashes: Buffer
  readonly head: Buffer
}

async function linksBehind(pool: Pool, after: number): Promise<readonly Link[]> {
  const { rows } = await pool.query<{ ids: Buffer; hashes: Buffer }>(
    `select event_ids as ids, event_hashes as hashes from vault.log_chain
     where after >= $1 order by after limit 50`,
    [after],
  )
  return rows.flatMap(({ ids, hashes }) => {
    const pieces = piecesOf(hashes, HASH_BYTES)
    return piecesOf(ids, ID_BYTES).map((id, at) => ({
      eventId: uuidOf(id),
      hash: pieces[at] ?? Buffer.alloc(0),
    }))
  })
}

const piecesOf = (bytes: Buffer, size: number): readonly Buffer[] =>
  Array.from({ length: bytes.length / size }, (_, at) => bytes.subarray(at * size, (at + 1) * size))

const bytesOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex')

const uuidOf = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
