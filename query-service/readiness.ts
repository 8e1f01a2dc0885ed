import type { Pool } from 'pg'
import { Unavailable } from '#kernel/domain/unavailable.ts'
import type { FindApiKey } from '#kernel/platform/http/authentication.ts'
import type { LogWatch } from '#kernel/platform/log-chain/log-watch.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { READ_MODEL } from '#kernel/records/read-model.ts'
import { readColumns } from '#projections/database.ts'

/** What is missing before queries can run: the database, or columns that they read. */
export async function missingIn(pool: Pool, logger: Logger): Promise<readonly string[]> {
  try {
    const { rows } = await pool.query<{ lacking: string }>({
      name: 'readiness',
      text: lackingTables,
      values: [names, columnsOfEach],
    })
    if (rows.length === 0) return []
    const tables = rows.length === tableCount ? [] : [rows.map(({ lacking }) => lacking).join(', ')]
    return [['read models', ...tables].join(': ')]
  } catch (error) {
    logger.debug({ err: error }, 'the database does not answer')
    return ['database']
  }
}

/** Sign-ins are checked at the primary also where lists are read at a replica. */
export const missingForSignIns = (pool: Pool, logger: Logger): Promise<readonly string[]> =>
  pool.query({ name: 'readiness of sign-ins', text: 'select' }).then(
    () => [],
    (error: unknown) => {
      logger.debug({ err: error }, 'the primary does not answer')
      return ['primary database']
    },
  )

const NOT_COMPARED = 'comparison with the witness'
const RETRY_AFTER_SECONDS = 2

export function missingOfLog({ isCompared, setBack }: LogWatch): readonly string[] {
  const finding = setBack()
  if (finding !== undefined) return [`event store: ${finding.message}`]
  return isCompared() ? [] : [NOT_COMPARED]
}

/** Tables from before what was signed have keys that were ended since. Throws Unavailable. */
export const unlessSetBack =
  (findKey: FindApiKey, { isCompared, setBack }: LogWatch): FindApiKey =>
  async (apiUserId) => {
    const finding = setBack()
    if (finding !== undefined) throw finding
    if (!isCompared()) throw new Unavailable(NOT_COMPARED, RETRY_AFTER_SECONDS)
    return findKey(apiUserId)
  }

const tableCount = new Set(readColumns.map(({ table }) => table)).size
const names = readColumns.map(({ table }) => table)
const columnsOfEach = readColumns.map(({ column }) => column)

/** Tables of another version may be served until those of this version are built. */
const lackingTables = `
  select distinct wanted.table_name as lacking
  from unnest($1::text[], $2::text[]) as wanted (table_name, column_name)
  where not exists (
    select from pg_attribute
    where attrelid = to_regclass('${READ_MODEL}.' || wanted.table_name)
      and attname = wanted.column_name and not attisdropped)
  order by lacking`
