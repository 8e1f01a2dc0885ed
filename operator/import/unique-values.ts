import type pg from 'pg'
import { inGroups } from '#kernel/platform/waiting/in-groups.ts'
import { READ_MODEL } from '#kernel/records/read-model.ts'

interface OneOfCompany {
  readonly companyId: string
  readonly value: string
}

/** Where the lists have what only one document of a company is called. */
export type UniqueColumn = keyof ReturnType<typeof holdersInLists>

/** Which document in the lists has a value. */
export const holdersInLists = (pool: Pick<pg.Pool, 'query'>) => ({
  voucherUuid: holderIn(pool, 'expense_voucher', 'uuid'),
  officialNumber: holderIn(pool, 'expense_voucher', 'official_number'),
  invoiceUuid: holderIn(pool, 'invoice', 'uuid'),
  invoiceNumber: holderIn(pool, 'invoice', 'invoice_number'),
})

const holderIn = (pool: Pick<pg.Pool, 'query'>, table: string, column: string) =>
  inGroups<OneOfCompany, string | undefined>(async (asked) => {
    const { rows } = await pool.query<{ place: number; id: string }>(
      `select place::int - 1 as place, id from unnest($1::text[], $2::text[]) with ordinality as asked(company, value, place)
        join ${READ_MODEL}.${table} on company_id = company and ${column} = value where visible`,
      [asked.map(({ companyId }) => companyId), asked.map(({ value }) => value)],
    )
    const ids = new Map(rows.map(({ place, id }) => [place, id]))
    return asked.map((_, place) => ids.get(place))
  })
