import type pg from 'pg'
import { isInShard, nameInShard } from '#kernel/platform/read-progress/shard.ts'
import { isLocked } from '#projections/runtime/leadership.ts'
import type { ParkedCompany } from '#projections/runtime/parking/parked-in.ts'
import { NO_COMPANY } from '#projections/runtime/parking/table.ts'
import { shardPositions } from '#projections/runtime/shards/checkpoints.ts'

/** A shard of the tables, and who writes it. */
export interface ShardStatus {
  readonly name: string
  readonly position: number
  /** Whether a process leads it. */
  readonly isOwned: boolean
  readonly parkedCompanies: number
}

export async function shardStatuses(
  client: pg.ClientBase,
  serving: string,
  parked: readonly ParkedCompany[] = [],
): Promise<readonly ShardStatus[]> {
  const statuses: ShardStatus[] = []
  for (const { shard, position } of await shardPositions(client, serving)) {
    const name = nameInShard(serving, shard)
    const companies = parked.filter(({ company }) => isInShard(company ?? NO_COMPANY, shard))
    statuses.push({
      name,
      position: Number(position),
      isOwned: await isLocked(client, name),
      parkedCompanies: companies.length,
    })
  }
  return statuses
}
