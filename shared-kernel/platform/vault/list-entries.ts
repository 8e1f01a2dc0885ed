import type { Pool } from 'pg'

export interface KeptEntries {
  readonly count: number
  /** In hexadecimal digits. PostgreSQL writes equal values of `jsonb` as equal texts. */
  readonly sha256: string
}

/** What the vault keeps of a version of a sanction list, in the order of the list. */
export async function keptEntries(
  pool: Pick<Pool, 'query'>,
  { list, version }: { readonly list: string; readonly version: string },
): Promise<KeptEntries> {
  const { rows } = await pool.query<KeptEntries>(
    `select count(*)::integer as count,
       encode(sha256(coalesce(
         string_agg(sha256(convert_to(entry::text, 'UTF8')), ''::bytea order by place), ''::bytea
       )), 'hex') as sha256
     from vault.sanction_list_entry where list = $1 and version = $2`,
    [list, version],
  )
  return rows[0] ?? { count: 0, sha256: '' }
}
