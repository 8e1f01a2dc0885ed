import { type RawBuilder, sql } from 'kysely'
import { OLDEST, STRICTEST } from '#kernel/records/customers.ts'

/** Orders the accounts that fit: the highest level, then the number in the spelling that was asked for, then the oldest. */
export const strictestFirst = (
  spelling?: RawBuilder<unknown> | string | null,
): RawBuilder<unknown> =>
  spelling == null
    ? sql`${sql.raw(STRICTEST)}, ${sql.raw(OLDEST)}`
    : sql`${sql.raw(STRICTEST)}, id_no = ${spelling} desc, ${sql.raw(OLDEST)}`
