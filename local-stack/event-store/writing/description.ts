import type { Pool } from 'pg'
import { TOMBSTONE_REVISION } from '../recorded-event.ts'
import { readStreamBackwards } from '../storage/pages.ts'
import type { Described } from './stream-metadata.ts'

/** The last event of the metadata stream, which is not kept in memory. */
export async function readDescription(pool: Pool, stream: string): Promise<Described | undefined> {
  const range = { stream: `$$${stream}`, from: 0n, to: TOMBSTONE_REVISION, limit: 1 }
  const { events } = await readStreamBackwards(pool, range)
  return events[0]
}
