import { type ClientBase, escapeLiteral, type Pool } from 'pg'
import type { RecordedEvent } from '../recorded-event.ts'

/** The limit for one query: a page ends with the event that reaches it. */
export const MAX_PAGE_BYTES = 1024 * 1024

const FEW_PREFIXES = 4

export interface Page {
  readonly events: readonly RecordedEvent[]
  /** Whether the page reaches the end of the range, rather than a limit. */
  readonly isLast: boolean
}

/** The events after one position and up to another. */
export interface LogRange {
  readonly after: bigint
  /** Whether the event at the first position belongs to the range. */
  readonly isInclusive?: boolean
  readonly upTo: bigint
  readonly limit: number
}

export function readLogForwards(pool: Pool, range: LogRange): Promise<Page> {
  const isInclusive = range.isInclusive === true
  return readPage(pool, range.limit, {
    name: isInclusive ? 'log-from' : 'log-after',
    text: pageOf('position', `position ${isInclusive ? '>=' : '>'} $1 and position <= $2`),
    values: [range.after, range.upTo, range.limit],
  })
}

/** The prefixes of which a name must have one. */
export interface Prefixes {
  readonly streamPrefixes?: readonly string[]
  readonly typePrefixes?: readonly string[]
}

interface LogRangeBackwards {
  readonly before: bigint
  readonly limit: number
  readonly prefixes?: Prefixes | undefined
}

export const readLogBackwards = (
  pool: Pool,
  { before, limit, prefixes = {} }: LogRangeBackwards,
) =>
  Object.keys(prefixes).length === 0
    ? readPage(pool, limit, {
        name: 'log-before',
        text: pageOf('position desc', beforePosition),
        values: [0n, before, limit],
      })
    : searchBackwards(pool, { before, limit, prefixes })

interface SearchBackwards extends LogRangeBackwards {
  readonly prefixes: Prefixes
}

const beforePosition = 'position > $1 and position < $2'

/**
 * Planned for its prefixes each time, which is why they are no parameters: few events are found by their names, many by
 * their order. The index has the names with one prefix side by side, and is asked for one prefix at a time.
 */
function searchBackwards(pool: Pool, { before, limit, prefixes }: SearchBackwards) {
  const { streamPrefixes, typePrefixes } = prefixes
  const types = typePrefixes?.map((prefix) => `type ^@ ${escapeLiteral(prefix)}`)
  const ofTypes = types === undefined ? '' : `and (${types.join(' or ') || false})`
  const newest = (condition: string) =>
    `(select * from event_store.events where ${beforePosition} ${ofTypes} and ${condition}
      order by position desc limit ${limit})`
  const streams = streamPrefixes?.map((prefix) => `stream ^@ ${escapeLiteral(prefix)}`)
  const found = streams?.length === 0 ? ['false'] : (inOneSearch(streams) ?? ['true'])
  return readPage(pool, limit, {
    text: pageOf(
      'position desc',
      'true',
      `(${found.map(newest).join(' union all ')}) as found_each`,
    ),
    values: [0n, before, limit],
  })
}

/** Of many prefixes most find something soon, and those that find nothing would search the whole log each. */
const inOneSearch = (conditions: readonly string[] | undefined) =>
  conditions && conditions.length > FEW_PREFIXES ? [`(${conditions.join(' or ')})`] : conditions

export async function readLastEvent(connection: ClientBase): Promise<RecordedEvent | undefined> {
  const { rows } = await connection.query<EventRow>(
    'select * from event_store.events order by position desc limit 1',
  )
  return rows.map(recordedEvent)[0]
}

export interface StreamRange {
  readonly stream: string
  /** Both bounds are inclusive. */
  readonly from: bigint
  readonly to: bigint
  readonly limit: number
}

const inStream = 'stream = $1 and revision >= $2 and revision <= $4'

export const readStreamForwards = (pool: Pool, { stream, from, to, limit }: StreamRange) =>
  readPage(pool, limit, {
    name: 'stream-forwards',
    text: pageOf('revision', inStream),
    values: [stream, from, limit, to],
  })

export const readStreamBackwards = (pool: Pool, { stream, from, to, limit }: StreamRange) =>
  readPage(pool, limit, {
    name: 'stream-backwards',
    text: pageOf('revision desc', inStream),
    values: [stream, from, limit, to],
  })

/** The third parameter limits the number of events; a running sum limits their bytes. */
const pageOf = (order: string, condition: string, table = 'event_store.events') => `
  select position, stream, revision, id, type, content_type, created, data, metadata
  from (
    select found.*, sum(octet_length(data) + octet_length(metadata))
      over (order by ${order} rows between unbounded preceding and 1 preceding) as bytes_before
    from (
      select * from ${table} where ${condition} order by ${order} limit $3
    ) as found
  ) as page
  where coalesce(bytes_before, 0) < ${MAX_PAGE_BYTES}
  order by ${order}`

async function readPage(
  pool: Pool,
  limit: number,
  query: { readonly name?: string; readonly text: string; readonly values: unknown[] },
): Promise<Page> {
  const { rows } = await pool.query<EventRow>(query)
  const events = rows.map(recordedEvent)
  const bytes = events.reduce((sum, event) => sum + event.data.length + event.metadata.length, 0)
  return { events, isLast: events.length < limit && bytes < MAX_PAGE_BYTES }
}

export interface EventRow {
  readonly position: string
  readonly stream: string
  readonly revision: string
  readonly id: string
  readonly type: string
  readonly content_type: string
  readonly created: string
  readonly data: Buffer
  readonly metadata: Buffer
}

export const recordedEvent = (row: EventRow): RecordedEvent => ({
  position: BigInt(row.position),
  stream: row.stream,
  revision: BigInt(row.revision),
  id: row.id,
  type: row.type,
  contentType: row.content_type,
  created: BigInt(row.created),
  data: row.data,
  metadata: row.metadata,
})
