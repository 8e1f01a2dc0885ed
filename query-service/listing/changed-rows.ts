import { sql } from 'kysely'
import type { AnyRecord } from '#kernel/records/record.ts'
import type { CompanyRows } from './company-rows.ts'
import type { Beside } from './page.ts'
import { withoutPerson } from './without-person.ts'

interface Portion {
  /** In microseconds since 1970. */
  readonly after: bigint
  readonly limit: number
  readonly includeDeleted: boolean
  readonly beside: Beside
}

/** A row with everything that responses show. */
export type ChangedRow = Readonly<Record<string, unknown>> & {
  readonly updated_at: string
  /** When it left the list; null for a row of the list. */
  readonly deleted_at: string | null
}

/**
 * The rows that changed after a moment, in the order of their last change. No two rows of a list have
 * the same one.
 */
export async function changedRows(
  record: AnyRecord,
  rows: CompanyRows,
  portion: Portion,
): Promise<readonly ChangedRow[]> {
  const { shown = 'true', left } = record
  const { includeDeleted, limit } = portion
  const changed = partsOf(record, rows, portion)
  const listed = changed({ deletedAt: 'null::bigint', where: shown })
  if (left === undefined || !includeDeleted) return rows.run(listed)
  const gone = { deletedAt: left.at, where: `${left.at} is not null and not (${shown})` }
  const found = await rows.run(sql<ChangedRow>`
    (${listed}) union all (${changed(gone)}) order by updated_at limit ${limit}`)
  return found.map((row) => (row.deleted_at === null ? row : withoutPerson(row, left)))
}

interface Part {
  readonly deletedAt: string
  readonly where: string
}

const partsOf =
  ({ name }: AnyRecord, rows: CompanyRows, { after, limit, beside }: Portion) =>
  ({ deletedAt, where }: Part) =>
    sql<ChangedRow>`
    select ${sql.join([sql`listed.*`, ...beside, sql.raw(`${deletedAt} as deleted_at`)])}
    from ${rows.part(name)} as listed
    where ${sql.raw(where)} and updated_at > ${after.toString()}
    order by updated_at limit ${limit}`
