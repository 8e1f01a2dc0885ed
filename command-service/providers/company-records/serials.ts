import { sql } from 'kysely'
import type { ReadModels } from '#command/read-models.ts'
import { isNotMadeYet } from '#kernel/platform/database/not-made-yet.ts'
import { READ_MODEL } from '#kernel/records/read-model.ts'

/** The spellings of the serials of a company's vouchers, each found by one look into the index of serials. */
export const serialsIn =
  (readModels: ReadModels) =>
  async (companyId: string): Promise<readonly string[]> => {
    try {
      return (await spelled(readModels, companyId)).map(({ serial }) => serial)
    } catch (error) {
      if (isNotMadeYet(error)) return []
      throw error
    }
  }

async function spelled(readModels: ReadModels, companyId: string) {
  const vouchers = sql.id(READ_MODEL, 'expense_voucher')
  const { rows } = await sql<{ serial: string }>`
    with recursive spelled as (
      (select serial from ${vouchers} where company_id = ${companyId} order by serial limit 1)
      union all
      select (select serial from ${vouchers}
        where company_id = ${companyId} and serial > spelled.serial order by serial limit 1)
      from spelled where spelled.serial is not null
    )
    select serial from spelled where serial is not null`.execute(readModels)
  return rows
}
