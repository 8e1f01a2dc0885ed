import type { Pool } from 'pg'
import type { EarlierEvent, NeededHistory } from '../writing/decide.ts'
import { uuidArray } from './binary-array.ts'

/** Ids, revisions and positions of the earlier events that a decision needs, by revision. */
export async function readHistory(pool: Pool, needed: NeededHistory): Promise<EarlierEvent[]> {
  const { rows } = await pool.query<{ id: string; revision: string; position: string }>({
    name: 'history',
    text: `select id, revision, position from event_store.events
      where stream = $1 and revision between $2 and $3 and ($4::uuid[] is null or id = any ($4))
      order by revision`,
    values: [
      needed.stream,
      needed.from,
      needed.to,
      needed.ids === undefined ? null : uuidArray(needed.ids),
    ],
  })
  return rows.map((row) => ({
    id: row.id,
    revision: BigInt(row.revision),
    position: BigInt(row.position),
  }))
}
