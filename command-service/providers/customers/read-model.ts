import type pg from 'pg'
import type { CustomerAccount, CustomerDirectory } from './port.ts'

/** Looks customers up in the read model: what a document takes from there is not worth a claim. */
export function customersInReadModel(pool: pg.Pool): CustomerDirectory {
  return {
    async find(companyId, idNo) {
      const { rows } = await pool.query<CustomerAccount>({
        name: 'customer-directory-find',
        text: `select name_surname as name, tax_office as "taxOffice", address, cities as district,
                      states as city, phone, email as mail, countries as country
               from read_model.customer
               where company_id = $1 and id_no = $2
               order by updated_at desc
               limit 1`,
        values: [companyId, idNo],
      })
      return rows[0]
    },
  }
}
