import { sql } from 'kysely'
import type { ReadModels } from '#command/read-models.ts'
import { normalNumber } from '#kernel/domain/normal-number.ts'
import { strictestFirst } from '#kernel/platform/database/strictest-first.ts'
import { inGroups } from '#kernel/platform/waiting/in-groups.ts'
import type { CustomerDirectory } from './port.ts'
import type { RecordedCustomers } from './recorded.ts'

interface Sought {
  readonly companyId: string
  readonly idNo: string
}

/**
 * The read model says only which account has a number. What a document takes from it, the phone that gets
 * the seller's code above all, comes from the account's events, and so does the number itself.
 */
export function customersIn(
  readModels: ReadModels,
  recorded: RecordedCustomers,
): CustomerDirectory {
  const idOf = accountIdsIn(readModels)
  return {
    async find(companyId, idNo) {
      const id = await idOf({ companyId, idNo })
      const person = id === undefined ? undefined : await recorded.find(companyId, id)
      if (person === undefined || normalNumber(person.idNo) !== normalNumber(idNo)) return undefined
      const { nameSurname: name, taxOffice, address, phone, email: mail } = person
      const { cities: district, states: city, countries: country } = person
      return { name, taxOffice, address, district, city, phone, mail, country }
    },
  }
}

/** Which account has a number; those that are asked for at the same time share a statement. */
export function accountIdsIn(
  readModels: ReadModels,
): (sought: Sought) => Promise<string | undefined> {
  // Building and compiling the query takes longer than running it.
  const query = queryOf(readModels)
  return inGroups(async (sought: readonly Sought[]) => {
    const written = sought.map(({ idNo }) => idNo)
    const parameters = [sought.map((one) => one.companyId), written, written.map(normalNumber)]
    const { rows } = await readModels.executeQuery<FoundRow>({ ...query, parameters })
    const ids = new Map(rows.map(({ place, id }) => [Number(place), id]))
    return sought.map((_, index) => ids.get(index + 1))
  })
}

interface FoundRow {
  readonly id: string
  /** From 1, among the sought. */
  readonly place: string
}

interface SoughtRow {
  readonly company_id: string
  readonly spelling: string
  readonly normal_number: string
  readonly place: string
}

/**
 * Its parameters are the companies and, in the same order, the numbers as written and in their normal form. Each is a selection of its own, because otherwise
 * PostgreSQL sees how many there are and plans every execution for them, which takes twice as long as the rest.
 */
const queryOf = (readModels: ReadModels) =>
  readModels
    .selectFrom(
      sql<SoughtRow>`unnest((select ${[]}::text[]), (select ${[]}::text[]), (select ${[]}::text[])) with ordinality`.as<'sought'>(
        sql`sought (company_id, spelling, normal_number, place)`,
      ),
    )
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('customer')
          .select('id')
          .whereRef('customer.company_id', '=', 'sought.company_id')
          .whereRef('customer.normal_number', '=', 'sought.normal_number')
          .orderBy(strictestFirst(sql.ref('sought.spelling')))
          .limit(sql.lit(1))
          .as('found'),
      (join) => join.onTrue(),
    )
    .select(['sought.place', 'found.id'])
    .compile()
