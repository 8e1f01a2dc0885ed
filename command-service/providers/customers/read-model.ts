import type pg from 'pg'
import { inGroups } from '#kernel/platform/in-groups.ts'
import type { CustomerAccount, CustomerDirectory } from './port.ts'

interface Sought {
  readonly companyId: string
  readonly idNo: string
}

/** Looks customers up in the read model: what a document takes from there is not worth a claim. */
export function customersInReadModel(pool: pg.Pool): CustomerDirectory {
  const find = inGroups((sought: readonly Sought[]) => findAll(pool, sought))
  return { find: (companyId, idNo) => find({ companyId, idNo }) }
}

async function findAll(pool: pg.Pool, sought: readonly Sought[]) {
  const { rows } = await pool.query<CustomerAccount & { readonly place: number }>({
    name: 'customer-directory-find',
    text: `select sought.place::integer, found.*
           from unnest($1::text[], $2::text[]) with ordinality as sought (company_id, id_no, place)
           cross join lateral (
             select name_surname as name, tax_office as "taxOffice", address, cities as district,
                    states as city, phone, email as mail, countries as country
             from read_model.customer
             where company_id = sought.company_id and id_no = sought.id_no
             order by updated_at desc
             limit 1) as found`,
    values: [sought.map(({ companyId }) => companyId), sought.map(({ idNo }) => idNo)],
  })
  const accounts = new Map(rows.map(({ place, ...account }) => [place, account]))
  return sought.map((_, index) => accounts.get(index + 1))
}
