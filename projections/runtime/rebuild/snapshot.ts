import type { Client } from 'pg'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { Table } from '#kernel/records/table.ts'
import type { Builder, ProjectionSources } from './builder.ts'
import { compareSchemas, differencesIn, sum, type TablesComparison } from './compare.ts'
import { compareCounts } from './compare-counts.ts'
import {
  type Approach,
  closeClient,
  NotNow,
  openClient,
  withWriterBlocked,
} from './with-writer-blocked.ts'

export interface SnapshotComparison extends TablesComparison {
  /** The position of both schemas. */
  readonly position: LogPosition
  /** How long the projection's writer was blocked for it. */
  readonly writerWaitedMs: number
}

interface Selection {
  /** Only this company's rows. */
  readonly companyId?: string | undefined
  readonly tableNames?: readonly string[] | undefined
  /** Tables whose counts are compared with their rows as well; the other schema has no counts. */
  readonly counted?: readonly Table[]
  /** Called when both are at one position. */
  readonly met?: () => void
}

/**
 * Brings the builder to the position of the serving tables and compares the two there. The comparison
 * reads a snapshot, so that the serving tables can be written meanwhile.
 */
export async function compareWithServing(
  sources: ProjectionSources,
  builder: Builder,
  approach: Approach & Selection,
): Promise<SnapshotComparison> {
  const holder = await openClient(sources, approach.stop)
  const reader = await openClient(sources, approach.stop)
  try {
    const met = await withWriterBlocked(holder, builder, approach, async (blocked) => {
      if (builder.position() > blocked.position) throw new NotNow('the builder is ahead')
      await beginSnapshot(reader, approach.serving)
      return { position: blocked.position, writerWaitedMs: blocked.heldMs() }
    })
    approach.met?.()
    const { serving, companyId, tableNames, counted = [] } = approach
    const pair = { serving, other: builder.schema, companyId, tableNames }
    const rows = await compareSchemas(reader, pair)
    const counts = await compareCounts(reader, { schema: serving, tables: counted, companyId })
    return {
      ...met,
      rows: rows.rows,
      differences: rows.differences + sum(counts.tables.map(differencesIn)),
      tables: [...rows.tables, ...counts.tables],
      examples: [...rows.examples, ...counts.examples],
    }
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
