import type { ClientBase, Pool } from 'pg'
import type { RecordedEvent } from '../recorded-event.ts'
import { bigintArray, byteaArray, textArray, uuidArray } from './binary-array.ts'

/** Somebody deleted the end of the log in the database while the node was running. */
export class LogCutOff extends Error {
  override readonly name = 'LogCutOff'

  constructor(head: bigint) {
    super(`the last event of the log, at position ${head}, is no longer in the database`)
  }
}

interface Insertion {
  readonly events: readonly RecordedEvent[]
  readonly newStreams: readonly string[]
  /** Position of the last event before them; undefined for an empty log. */
  readonly head: bigint | undefined
}

/**
 * Inserts consecutive events of the log in one statement, hence one transaction. Inserts nothing and
 * returns false if a stream that should be new exists already, or has metadata. Throws LogCutOff if the
 * log no longer ends where the events begin.
 */
export async function insertEvents(
  connection: ClientBase,
  { events, newStreams, head }: Insertion,
): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: 'insert-events',
    text: `insert into event_store.events
        (position, stream, revision, id, type, content_type, created, data, metadata)
      select *
      from unnest($1::int8[], $2::text[], $3::int8[], $4::uuid[], $5::text[], $6::text[],
        $7::int8[], $8::bytea[], $9::bytea[])
      where not exists (select from event_store.events where stream = any ($10::text[]))
        and ($11::int8 is null or exists (select from event_store.events where position = $11))`,
    values: [
      bigintArray(events.map((event) => event.position)),
      textArray(events.map((event) => event.stream)),
      bigintArray(events.map((event) => event.revision)),
      uuidArray(events.map((event) => event.id)),
      textArray(events.map((event) => event.type)),
      textArray(events.map((event) => event.contentType)),
      bigintArray(events.map((event) => event.created)),
      byteaArray(events.map((event) => event.data)),
      byteaArray(events.map((event) => event.metadata)),
      textArray(newStreams.flatMap((stream) => [stream, `$$${stream}`])),
      head,
    ],
  })
  if (rowCount === events.length) return true
  if (newStreams.length > 0 || head === undefined) return false
  throw new LogCutOff(head)
}

/** Whether an event has exactly this position. */
export async function hasEventAt(pool: Pool, position: bigint): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'event-at',
    text: 'select from event_store.events where position = $1',
    values: [position],
  })
  return rowCount === 1
}

export interface Heads {
  readonly name: string
  readonly revision: string | null
  readonly metadataRevision: string | null
  readonly metadata: Buffer | null
  readonly contentType: string | null
}

/** The last revisions of streams and of their metadata streams. */
export async function readHeads(pool: Pool, streams: readonly string[]): Promise<Heads[]> {
  const { rows } = await pool.query<Heads>({
    name: 'heads',
    text: `select name, head.revision, described.revision as "metadataRevision",
        described.data as metadata, described.content_type as "contentType"
      from unnest($1::text[]) as name
      left join lateral (select revision from event_store.events where stream = name
        order by revision desc limit 1) head on true
      left join lateral (select revision, data, content_type from event_store.events
        where stream = '$$' || name and not name ^@ '$$'
        order by revision desc limit 1) described on true`,
    values: [textArray(streams)],
  })
  return rows
}
