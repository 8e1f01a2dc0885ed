import type { Pool } from 'pg'
import {
  describedStream,
  firstVisibleRevision,
  isTombstoned,
  lastRevision,
} from '../writing/stream-state.ts'
import { stateOf } from '../writing/stream-states.ts'
import { bigintArray, textArray } from './binary-array.ts'
import { readHeads } from './log-table.ts'

/**
 * Deletes what is hidden: the events that streams' metadata cut off, those of deleted streams, and earlier
 * metadata. As on a server, the last event of each stream stays. Returns the positions.
 */
export async function scavengedIn(pool: Pool): Promise<readonly bigint[]> {
  const { rows } = await pool.query<{ stream: string }>(
    `select distinct stream from event_store.events where stream ^@ '$$'
     union select stream from event_store.events where type = '$streamDeleted'`,
  )
  const described = [...new Set(rows.map(({ stream }) => describedStream(stream)))]
  const cuts = (await readHeads(pool, described)).flatMap((heads) => {
    const state = stateOf(heads)
    return [heads.name, `$$${heads.name}`].map((stream) => {
      const last = lastRevision(state, stream)
      const visible = firstVisibleRevision(state, stream)
      const before = isTombstoned(state) || visible > last ? last : visible
      return { stream, before }
    })
  })
  const deleted = await pool.query<{ position: string }>(
    `delete from event_store.events
     using unnest($1::text[], $2::int8[]) as cut (name, before)
     where stream = cut.name and revision < cut.before returning position::text`,
    [textArray(cuts.map(({ stream }) => stream)), bigintArray(cuts.map(({ before }) => before))],
  )
  return deleted.rows.map(({ position }) => BigInt(position))
}

/** The position of the first event from there on. */
export async function firstFrom(pool: Pool, position: bigint): Promise<bigint> {
  const { rows } = await pool.query<{ position: string }>(
    'select position::text from event_store.events where position >= $1 order by position limit 1',
    [position],
  )
  return BigInt(rows[0]?.position ?? position)
}
