import type pg from 'pg'

/** Commits what the work did with a connection of the pool, or nothing of it if the work throws. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let isStuck = false
  const rollbackFailed = () => {
    isStuck = true
  }
  try {
    return await transactionOn(client, () => work(client), rollbackFailed)
  } finally {
    // The pool closes a connection that may still be in the transaction.
    client.release(isStuck)
  }
}

/** The same on a connection of the caller. A rollback that fails does not hide why it was needed. */
export async function transactionOn<Result>(
  client: pg.ClientBase,
  work: () => Promise<Result>,
  rollbackFailed: () => void = () => undefined,
): Promise<Result> {
  try {
    await client.query('begin')
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(rollbackFailed)
    throw error
  }
}
