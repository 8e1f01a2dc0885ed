import { sql } from 'kysely'
import type { AnyRecord } from '#kernel/records/record.ts'
import type { CompanyRows } from './company-rows.ts'
import type { Beside } from './list.ts'

interface Portion {
  /** In microseconds since 1970. */
  readonly after: bigint
  readonly limit: number
  readonly beside?: Beside
}

/** A row with everything that responses show. */
export type ChangedRow = Readonly<Record<string, unknown>> & { readonly updated_at: string }

/**
 * The rows that changed after a moment, in the order of their last change. No two rows of a list have
 * the same one.
 */
export const changedRows = (
  { name, shown = 'true' }: AnyRecord,
  rows: CompanyRows,
  { after, limit, beside = [] }: Portion,
): Promise<readonly ChangedRow[]> =>
  rows.run(sql<ChangedRow>`
    select ${sql.join([sql`listed.*`, ...beside])} from ${rows.part(name)} as listed
    where ${sql.raw(shown)} and updated_at > ${after.toString()}
    order by updated_at limit ${limit}`)
