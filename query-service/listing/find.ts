import { sql } from 'kysely'
import type { DetailRow, RecordOf, Sections } from '#kernel/records/record.ts'
import type { CompanyRows } from './company-rows.ts'
import type { BesideOf } from './page.ts'

/** One record of the company, if the API shows it. Subqueries on other tables refer to it as `listed`. */
export async function findIn<S extends Sections, C extends object>(
  record: RecordOf<S, C>,
  rows: CompanyRows,
  id: string,
  beside: BesideOf = () => [],
): Promise<DetailRow<S> | undefined> {
  const { name, shown = 'true' } = record
  const [found] = await rows.runMadeOnce({
    name: `one ${name}`,
    value: id,
    statementOf: (from, wanted) => sql<DetailRow<S>>`
    select ${sql.join([sql`listed.*`, ...beside(from)])} from ${from.part(name)} as listed
    where id = ${wanted} and ${sql.raw(shown)}`,
  })
  return found
}
