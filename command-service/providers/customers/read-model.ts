import { sql } from 'kysely'
import type { ReadModels } from '#command/read-models.ts'
import { inGroups } from '#kernel/platform/waiting/in-groups.ts'
import type { CustomerAccount, CustomerDirectory } from './port.ts'

interface Sought {
  readonly companyId: string
  readonly idNo: string
}

/** Looks customers up in the read model: what a document takes from there is not worth a claim. */
export function customersIn(readModels: ReadModels): CustomerDirectory {
  // Building and compiling the query takes longer than running it.
  const query = queryOf(readModels)
  const find = inGroups(async (sought: readonly Sought[]) => {
    const parameters = [sought.map(({ companyId }) => companyId), sought.map(({ idNo }) => idNo)]
    const { rows } = await readModels.executeQuery<FoundRow>({ ...query, parameters })
    const accounts = new Map(
      rows.map(({ place, ...account }): [number, CustomerAccount] => [Number(place), account]),
    )
    return sought.map((_, index) => accounts.get(index + 1))
  })
  return { find: (companyId, idNo) => find({ companyId, idNo }) }
}

interface FoundRow extends CustomerAccount {
  /** From 1, among the sought. */
  readonly place: string
}

interface SoughtRow {
  readonly company_id: string
  readonly id_no: string
  readonly place: string
}

/** Its parameters are the companies and, in the same order, the numbers. */
const queryOf = (readModels: ReadModels) =>
  readModels
    .selectFrom(
      sql<SoughtRow>`unnest(${[]}::text[], ${[]}::text[]) with ordinality`.as<'sought'>(
        sql`sought (company_id, id_no, place)`,
      ),
    )
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('customer')
          .select(['name_surname as name', 'tax_office as taxOffice', 'address'])
          .select(['cities as district', 'states as city', 'phone', 'email as mail'])
          .select('countries as country')
          .whereRef('customer.company_id', '=', 'sought.company_id')
          .whereRef('customer.id_no', '=', 'sought.id_no')
          .orderBy('updated_at', 'desc')
          .limit(sql.lit(1))
          .as('found'),
      (join) => join.onTrue(),
    )
    .select('sought.place')
    .selectAll('found')
    .compile()
