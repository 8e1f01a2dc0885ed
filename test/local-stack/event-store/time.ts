import { Client } from 'pg'

const TICKS_PER_SECOND = 10_000_000

/** Makes the events that a stream has older than they are. */
export async function letPass(databaseUrl: string, stream: string, seconds: number): Promise<void> {
  const connection = new Client({ connectionString: databaseUrl })
  await connection.connect()
  await connection.query('update event_store.events set created = created - $2 where stream = $1', [
    stream,
    seconds * TICKS_PER_SECOND,
  ])
  await connection.end()
}
