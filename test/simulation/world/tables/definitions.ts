/** Whether it is what `makeTables` sends. */
export const isDefinition = (text: string): boolean =>
  /^\s*select pg_advisory_xact_lock\(hashtext\('sarraf\.\w+'\)\);/.test(text)

interface Definition {
  readonly tables: readonly string[]
  /** What clears rows away once the tables are there. */
  readonly deletions: readonly string[]
}

/** Throws on a statement that is neither known to make a table nor to delete rows. */
export function definitionIn(text: string): Definition {
  const statements = text
    .replaceAll(/--.*$/gm, ' ')
    .replaceAll(/do \$\$.*?\$\$/gs, ' ')
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '' && !WITHOUT_ROWS.test(statement))
  const tables = statements.map((statement) => TABLE.exec(statement)?.[1])
  const others = statements.filter((statement) => !TABLE.test(statement))
  const unknown = others.find((statement) => !statement.startsWith('delete from '))
  if (unknown !== undefined) throw new Error(`the simulated database does not know: ${unknown}`)
  return { tables: tables.filter((name) => name !== undefined), deletions: others }
}

const WITHOUT_ROWS = /^(select pg_advisory_xact_lock\(|create (unique )?index if not exists )/
const TABLE = /^create table if not exists (\w+\.\w+) \(/
