import { Client } from 'pg'
import { onTestFinished } from 'vitest'

/** Nothing can be written until the function given back is called. */
export async function blockWrites(databaseUrl: string): Promise<() => Promise<void>> {
  const connection = new Client({ connectionString: databaseUrl })
  await connection.connect()
  let isOver = false
  const release = async () => {
    if (isOver) return
    isOver = true
    await connection.end()
  }
  onTestFinished(release)
  await connection.query('begin')
  await connection.query('lock table event_store.events in share mode')
  return release
}
