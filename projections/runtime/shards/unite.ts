import type pg from 'pg'
import { transactionOn } from '#kernel/platform/database/transaction.ts'
import { ALL_COMPANIES, nameInShard } from '#kernel/platform/read-progress/shard.ts'
import { pause } from '#kernel/platform/waiting/timing.ts'
import { shardPositions } from './checkpoints.ts'

const TRY_AGAIN_MS = 50

interface Union {
  readonly schema: string
  readonly projection: string
  /** Ends the waiting. */
  readonly stop: AbortSignal
}

/**
 * Makes one shard of all. This needs a moment at which all are at one position, as they are soon after the
 * last event; then one checkpoint replaces theirs, which fences their leaders. False if none came.
 */
export async function unite(client: pg.ClientBase, union: Union): Promise<boolean> {
  while (!union.stop.aborted) {
    if (await uniteNow(client, union)) return true
    await pause(TRY_AGAIN_MS, union.stop)
  }
  return false
}

const uniteNow = (client: pg.ClientBase, { schema, projection }: Union): Promise<boolean> =>
  transactionOn(client, async () => {
    await client.query(`lock table ${schema}.checkpoint in exclusive mode`)
    const shards = await shardPositions(client, schema)
    const areTogether = new Set(shards.map(({ position }) => position)).size === 1
    if (areTogether && shards.length > 1) {
      await client.query(replaceAll(schema), [nameInShard(projection, ALL_COMPANIES)])
    }
    return areTogether
  })

const replaceAll = (schema: string) => `
  with apart as (
    delete from ${schema}.checkpoint returning *
  ), united as (
    insert into ${schema}.checkpoint (name, position, epoch, last_event)
    select $1, position, (select max(epoch) from apart) + 1, last_event from apart
    order by (last_event ->> 'position')::bigint desc nulls last limit 1
  )
  select pg_notify('${schema}_switched', name) from apart`
