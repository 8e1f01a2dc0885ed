import { sql } from 'kysely'
import type { ReadModels } from '#command/read-models.ts'
import { pages } from '#kernel/domain/pages.ts'
import type { ScreenedCustomer, ScreenedCustomers } from './port.ts'

const PAGE = 1_000

/** Every account with a name or a number, in pages; a forgotten person has neither. */
export const screenedCustomersIn = (readModels: ReadModels): ScreenedCustomers => ({
  async count() {
    const counted = await readModels
      .selectFrom('customer')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(counted.count)
  },

  pages: () =>
    pages<ScreenedCustomer>(PAGE, (last) =>
      readModels
        .selectFrom('customer')
        .where(
          sql<boolean>`(company_id, id) > (${last?.companyId ?? ''}::text, ${last?.id ?? ''}::text)`,
        )
        .select(['company_id as companyId', 'id', 'id_no as idNo', 'name_surname as name'])
        .select(['nationality', sql<string | null>`coalesce(birthday, year::text)`.as('birth')])
        .orderBy('company_id')
        .orderBy('id')
        .limit(PAGE)
        .execute(),
    ),
})
