import type pg from 'pg'
import { fold } from '#kernel/domain/turkish-text.ts'
import type { CompanyRecords, KnownPerson } from './port.ts'

const SORTED_CHARACTERS = 200

interface Found {
  readonly customer_id: string | null
  readonly birth: string | null
  readonly nationality: string | null
  readonly events: number
}

/** Looks people up in the read models: a check says what they showed at that moment. */
export const companyRecordsInReadModel = (pool: pg.Pool): CompanyRecords => ({
  async find(companyId, { idNo, fullName }): Promise<KnownPerson> {
    const folded = idNo === null && fullName !== null ? fold(fullName) : null
    const { rows } = await pool.query<Found>({
      name: 'company-records-find',
      text: findPerson,
      values: [companyId, idNo, folded, folded?.slice(0, SORTED_CHARACTERS) ?? null],
    })
    const [found] = rows
    return {
      customerId: found?.customer_id ?? null,
      birth: found?.birth ?? null,
      nationality: found?.nationality ?? null,
      eventCount: found?.events ?? 0,
    }
  },
})

/** Of several accounts the one changed last. An event counts once, whether it names account or person. */
const findPerson = `
  with account as (
    select id, id_no, coalesce(birthday, year::text) as birth, nationality from (
      select * from read_model.customer where company_id = $1 and id_no = $2
      union all
      select * from read_model.customer
      where company_id = $1 and name_sort = $4 and name_folded = $3
    ) as found
    order by updated_at desc limit 1)
  select (select id from account) as customer_id, (select birth from account),
         (select nationality from account),
         (select count(*)::integer from (
            select id from read_model.customer_event
            where company_id = $1 and id_no = coalesce($2, (select id_no from account))
            union
            select id from read_model.customer_event
            where company_id = $1 and customer_id = (select id from account)
          ) as of_person) as events`
