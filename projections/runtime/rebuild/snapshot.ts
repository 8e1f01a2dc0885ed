import type { Client } from 'pg'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { Builder, Sources } from './builder.ts'
import { type Comparison, compareSchemas } from './compare.ts'
import {
  type Approach,
  closeClient,
  NotNow,
  openClient,
  withWriterBlocked,
} from './with-writer-blocked.ts'

export interface SnapshotComparison extends Comparison {
  /** The position of both schemas. */
  readonly position: LogPosition
  /** How long the projection's writer was blocked for it. */
  readonly writerWaitedMs: number
}

interface Selection {
  /** Only this company's rows. */
  readonly companyId?: string | undefined
  readonly tableNames?: readonly string[] | undefined
}

/**
 * Brings the builder to the position of the serving tables and compares the two there. The comparison
 * reads a snapshot, so that the serving tables can be written meanwhile.
 */
export async function compareWithServing(
  sources: Sources,
  builder: Builder,
  approach: Approach & Selection,
): Promise<SnapshotComparison> {
  const holder = await openClient(sources, approach.stop)
  const reader = await openClient(sources, approach.stop)
  try {
    const met = await withWriterBlocked(holder, builder, approach, async ({ position, heldMs }) => {
      if (builder.position() > position) throw new NotNow('the builder is ahead')
      await beginSnapshot(reader, approach.serving)
      return { position, writerWaitedMs: heldMs() }
    })
    const { serving, companyId, tableNames } = approach
    const pair = { serving, other: builder.schema, companyId, tableNames }
    return { ...met, ...(await compareSchemas(reader, pair)) }
  } finally {
    await Promise.all([closeClient(holder), closeClient(reader)])
  }
}

/** The first statement, not the beginning, takes the snapshot. */
async function beginSnapshot(client: Client, serving: string) {
  await client.query(`begin isolation level repeatable read read only;
    set local work_mem = '128MB'; set local idle_in_transaction_session_timeout = 0;
    select 1 from ${serving}.checkpoint`)
}
