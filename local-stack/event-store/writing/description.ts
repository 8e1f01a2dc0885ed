import type { Pool } from 'pg'
import { TOMBSTONE_REVISION } from '../recorded-event.ts'
import { readStreamBackwards } from '../storage/pages.ts'

/** The last event of the stream that describes this one, as its bytes: nobody keeps them in memory. */
export async function readDescription(pool: Pool, stream: string): Promise<Uint8Array | undefined> {
  const range = { stream: `$$${stream}`, from: 0n, to: TOMBSTONE_REVISION, limit: 1 }
  const { events } = await readStreamBackwards(pool, range)
  return events[0]?.data
}
