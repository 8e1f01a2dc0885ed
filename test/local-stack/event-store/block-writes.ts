import { Client } from 'pg'
import { onTestFinished, vi } from 'vitest'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { waitingForTables } from '#test/support/waiting-locks.ts'

/** Nothing can be written until it is released. */
export async function blockWrites(databaseUrl: string) {
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
  const oneWaits = async () => {
    if ((await connection.query(waitingForTables)).rowCount === 0)
      throw new Error('nothing is written')
  }
  return {
    release,
    /** Until a group of appends has been sent: those that follow belong to the next one. */
    untilOneWaits: () => vi.waitFor(oneWaits, { timeout: LONGEST_WAIT_MS }),
  }
}
