import { sql } from 'kysely'
import type { ReadModels } from '#command/read-models.ts'
import { untilMade } from '#kernel/platform/database/not-made-yet.ts'
import type { CheckedLine } from './kind.ts'
import type { LineFault } from './line-fault.ts'

/** What is said of accounts whose number another account of the company has: of which the first is named. */
export type SecondAccounts = (
  lines: readonly (CheckedLine | undefined)[],
) => Promise<readonly (readonly LineFault[])[]>

/** Lines are given in their order. */
export function secondAccounts(readModels: ReadModels): SecondAccounts {
  const inFile = new Map<string, string>()
  return async (lines) => {
    const accounts = lines.flatMap((line) => (line?.account === undefined ? [] : [line]))
    const known =
      accounts.length === 0 ? new Map<string, string>() : await firstOf(readModels, accounts)
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

async function firstOf(readModels: ReadModels, lines: readonly CheckedLine[]) {
  const companies = lines.map(({ companyId }) => companyId)
  const numbers = lines.map(({ account }) => account?.number)
  const accounts = readModels
    .selectFrom('customer')
    .distinctOn(['company_id', 'normal_number'])
    .select(['company_id', 'normal_number', 'id'])
    .where(
      sql<boolean>`(company_id, normal_number) in (select * from unnest(${companies}::text[], ${numbers}::text[]))`,
    )
    .orderBy('company_id')
    .orderBy('normal_number')
    .orderBy('created_date')
    .orderBy('id')
  const rows = await untilMade(accounts.execute(), [])
  return new Map(rows.map((row) => [`${row.company_id} ${row.normal_number}`, row.id]))
}
