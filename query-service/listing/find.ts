import { type AliasedExpression, sql } from 'kysely'
import type { DetailRow, RecordOf, Sections } from '#kernel/records/record.ts'
import type { CompanyRows } from './company-rows.ts'

/** One record of the company, if the API shows it. Subqueries on other tables refer to it as `listed`. */
export async function findIn<S extends Sections, C extends object>(
  record: RecordOf<S, C>,
  rows: CompanyRows,
  id: string,
  beside: readonly AliasedExpression<unknown, string>[] = [],
): Promise<DetailRow<S> | undefined> {
  const { name, shown = 'true' } = record
  const [found] = await rows.runPlannedOnce(sql<DetailRow<S>>`
    select ${sql.join([sql`listed.*`, ...beside])} from ${rows.part(name)} as listed
    where id = ${id} and ${sql.raw(shown)}`)
  return found
}
