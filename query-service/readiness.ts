import type { Pool } from 'pg'
import type { Logger } from '#kernel/platform/logger.ts'

/** What queries still wait for: a database that answers, and tables to read. */
export async function missingIn(pool: Pool, logger: Logger): Promise<readonly string[]> {
  try {
    const { rows } = await pool.query<{ found: boolean }>(
      `select to_regclass('read_model.expense_voucher') is not null as found`,
    )
    return rows[0]?.found === true ? [] : ['read models']
  } catch (error) {
    logger.debug({ err: error }, 'the database does not answer')
    return ['database']
  }
}
