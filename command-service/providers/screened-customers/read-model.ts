import { sql } from 'kysely'
import type { ReadModels } from '#command/read-models.ts'
import type { ScreenedCustomers } from './port.ts'

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

  async *pages() {
    let after = { companyId: '', id: '' }
    for (;;) {
      const page = await readModels
        .selectFrom('customer')
        .where(sql<boolean>`(company_id, id) > (${after.companyId}::text, ${after.id}::text)`)
        .select(['company_id as companyId', 'id', 'id_no as idNo', 'name_surname as name'])
        .select(['nationality', sql<string | null>`coalesce(birthday, year::text)`.as('birth')])
        .orderBy('company_id')
        .orderBy('id')
        .limit(PAGE)
        .execute()
      if (page.length > 0) yield page
      const last = page.at(-1)
      if (last === undefined || page.length < PAGE) return
      after = last
    }
  },
})
