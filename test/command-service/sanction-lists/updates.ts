import type { SystemUnderTest } from '#test/support/operator.ts'
import { listOf } from '#test/support/sanction-lists.ts'
import { operator, variablesOf } from '../../operator/command-line.ts'

/** A list of a number of invented persons. */
export const persons = (count: number, name = 'Kişi') =>
  listOf(
    ...Array.from({ length: count }, (_, at) => ({
      id: `${name}-${at}`,
      name: `${name} ${at} Uydurma`,
      aliases: `${name} ${at} Takma`,
    })),
  )

/** Runs `operator sanctions update` with these sources. */
export const updating = (system: SystemUnderTest, sources: string, ...options: readonly string[]) =>
  operator(['sanctions', 'update', ...options], {
    ...variablesOf(system),
    SANCTION_SOURCES: sources,
  })

/** What `operator sanctions status` says of a list. */
export async function statusOf(system: SystemUnderTest, list: string, sources = '') {
  const environment = { ...variablesOf(system), SANCTION_SOURCES: sources }
  const { stdout } = await operator(['sanctions', 'status'], environment)
  const lines: object[] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return lines.find((line) => 'list' in line && line.list === list)
}
