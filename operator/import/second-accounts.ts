import type pg from 'pg'
import { isNotMadeYet } from '#kernel/platform/database/not-made-yet.ts'
import { READ_MODEL } from '#kernel/records/read-model.ts'
import type { CheckedLine } from './kind.ts'
import type { LineFault } from './line-fault.ts'

/** What is said of accounts whose number another account of the company has: of which the first is named. */
export type SecondAccounts = (
  lines: readonly (CheckedLine | undefined)[],
) => Promise<readonly (readonly LineFault[])[]>

/** Lines are given in their order. */
export function secondAccounts(pool: Pick<pg.Pool, 'query'>): SecondAccounts {
  const inFile = new Map<string, string>()
  return async (lines) => {
    const accounts = lines.flatMap((line) => (line?.account === undefined ? [] : [line]))
    const known = accounts.length === 0 ? new Map<string, string>() : await firstOf(pool, accounts)
    return lines.map((line) => {
      if (line?.account === undefined) return []
      const { id } = line.account
      const key = keyOf(line)
      const first = known.get(key) ?? inFile.get(key) ?? id
      inFile.set(key, first)
      const wrong = `is also the number of customer ${first}`
      return first === id ? [] : [{ field: 'idNo', wrong, isWarning: true }]
    })
  }
}

const keyOf = ({ companyId, account }: CheckedLine) => `${companyId} ${account?.number}`

async function firstOf(pool: Pick<pg.Pool, 'query'>, lines: readonly CheckedLine[]) {
  try {
    const { rows } = await pool.query<{ company_id: string; normal_number: string; id: string }>(
      `select distinct on (company_id, normal_number) company_id, normal_number, id
       from ${READ_MODEL}.customer
       where (company_id, normal_number) in (select * from unnest($1::text[], $2::text[]))
       order by company_id, normal_number, created_date, id`,
      [lines.map((line) => line.companyId), lines.map((line) => line.account?.number)],
    )
    return new Map(rows.map((row) => [`${row.company_id} ${row.normal_number}`, row.id]))
  } catch (error) {
    if (isNotMadeYet(error)) return new Map<string, string>()
    throw error
  }
}
