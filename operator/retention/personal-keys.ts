import type pg from 'pg'
import { readModelsIn } from '#command/read-models.ts'
import type { PersonalKey } from './sealed-data.ts'

/** The keys of all persons, destroyed ones too: an event may be missing that says so. */
export async function personalKeys(
  pool: Pick<pg.Pool, 'query'>,
  companyId: string | null,
): Promise<ReadonlyMap<string, PersonalKey>> {
  const { rows } = await pool.query<PersonalKey>(
    `select id, company_id as "companyId", purpose, wrapped is null as "isDestroyed" from vault.data_key
     where purpose in ('customer', 'fiscal') and ($1::text is null or company_id = $1)`,
    [companyId],
  )
  return new Map(rows.map((key) => [key.id, key]))
}

/** The time zone of each company. */
export async function timeZones(pool: pg.Pool): Promise<ReadonlyMap<string, string>> {
  const rows = await readModelsIn(pool)
    .selectFrom('company')
    .select(['company_id', 'time_zone'])
    .execute()
  return new Map(rows.map(({ company_id, time_zone }) => [company_id, time_zone]))
}
