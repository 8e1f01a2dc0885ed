import type pg from 'pg'
import type { RecordedEvent } from '../recorded-event.ts'
import { bigintArray, byteaArray, textArray, uuidArray } from './binary-array.ts'

const columns = 'position, stream, revision, id, type, content_type, created, data, metadata'

/** Writes events that follow one another in the log; one statement, hence one transaction. */
export async function insertEvents(connection: pg.ClientBase, events: readonly RecordedEvent[]) {
  await connection.query({
    name: 'insert-events',
    text: `insert into event_store.events (${columns})
      select $1::int8 + e.number - 1, e.stream, e.revision, e.id, e.type, e.content_type, e.created,
        e.data, e.metadata
      from unnest($2::text[], $3::int8[], $4::uuid[], $5::text[], $6::text[], $7::int8[],
        $8::bytea[], $9::bytea[]) with ordinality
        as e(stream, revision, id, type, content_type, created, data, metadata, number)`,
    values: [
      String(events[0]?.position),
      textArray(events.map((event) => event.stream)),
      bigintArray(events.map((event) => event.revision)),
      uuidArray(events.map((event) => event.id)),
      textArray(events.map((event) => event.type)),
      textArray(events.map((event) => event.contentType)),
      bigintArray(events.map((event) => event.created)),
      byteaArray(events.map((event) => event.data)),
      byteaArray(events.map((event) => event.metadata)),
    ],
  })
}

export interface Head {
  readonly position: bigint
  readonly created: bigint
}

export async function readHead(connection: pg.ClientBase): Promise<Head> {
  const { rows } = await connection.query<{ position: string; created: string }>(
    'select position, created from event_store.events order by position desc limit 1',
  )
  const last = rows[0]
  return { position: BigInt(last?.position ?? 0), created: BigInt(last?.created ?? 0) }
}

/** A part of the log; `streamPrefixes` and `typePrefixes` leave out what does not match. */
export interface LogPage {
  readonly after: bigint
  readonly upTo: bigint
  readonly limit: number
  readonly streamPrefixes?: readonly string[] | undefined
  readonly typePrefixes?: readonly string[] | undefined
}

export async function readLogForwards(pool: pg.Pool, page: LogPage): Promise<RecordedEvent[]> {
  const { rows } = await pool.query<EventRow>({
    name: 'log-forwards',
    text: `select ${columns} from event_store.events
      where position > $1 and position <= $2
        and ($4::text[] is null or stream ^@ any ($4)) and ($5::text[] is null or type ^@ any ($5))
      order by position limit $3`,
    values: [
      page.after,
      page.upTo,
      page.limit,
      page.streamPrefixes === undefined ? null : textArray(page.streamPrefixes),
      page.typePrefixes === undefined ? null : textArray(page.typePrefixes),
    ],
  })
  return rows.map(recordedEvent)
}

export async function readLogBackwards(
  pool: pg.Pool,
  page: { readonly before: bigint; readonly limit: number },
): Promise<RecordedEvent[]> {
  const { rows } = await pool.query<EventRow>({
    name: 'log-backwards',
    text: `select ${columns} from event_store.events where position < $1
      order by position desc limit $2`,
    values: [page.before, page.limit],
  })
  return rows.map(recordedEvent)
}

export interface StreamPage {
  readonly stream: string
  /** Inclusive, both of them. */
  readonly from: bigint
  readonly to: bigint
  readonly limit: number
}

export async function readStreamForwards(pool: pg.Pool, page: StreamPage) {
  return readStreamPage(pool, page, 'asc')
}

export async function readStreamBackwards(pool: pg.Pool, page: StreamPage) {
  return readStreamPage(pool, page, 'desc')
}

async function readStreamPage(pool: pg.Pool, page: StreamPage, order: 'asc' | 'desc') {
  const { rows } = await pool.query<EventRow>({
    name: `stream-${order}`,
    text: `select ${columns} from event_store.events
      where stream = $1 and revision >= $2 and revision <= $3 order by revision ${order} limit $4`,
    values: [page.stream, page.from, page.to, page.limit],
  })
  return rows.map(recordedEvent)
}

export interface Heads {
  readonly name: string
  readonly revision: string | null
  readonly metadataRevision: string | null
  readonly metadata: Buffer | null
}

/** Where streams end, and the last event of the stream that describes each of them. */
export async function readHeads(pool: pg.Pool, streams: readonly string[]): Promise<Heads[]> {
  const { rows } = await pool.query<Heads>({
    name: 'heads',
    text: `select name, head.revision, described.revision as "metadataRevision",
        described.data as metadata
      from unnest($1::text[]) as name
      left join lateral (select revision from event_store.events where stream = name
        order by revision desc limit 1) head on true
      left join lateral (select revision, data from event_store.events where stream = '$$' || name
        order by revision desc limit 1) described on true`,
    values: [textArray(streams)],
  })
  return rows
}

interface EventRow {
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

const recordedEvent = (row: EventRow): RecordedEvent => ({
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
