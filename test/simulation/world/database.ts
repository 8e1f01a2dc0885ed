import pg from 'pg'
import { definitionIn, isDefinition } from './tables/definitions.ts'
import { followerStatements } from './tables/followers.ts'
import { keptAnswerStatements, type LosesAnswers } from './tables/kept-answers.ts'
import { leaseStatements } from './tables/leases.ts'
import { limitStatements } from './tables/limits.ts'
import { processStateStatements } from './tables/process-states.ts'
import { requestInDoubtStatements } from './tables/requests-in-doubt.ts'
import { runningProcessTable } from './tables/running-processes.ts'
import { changed, found, type Outcome, type Statement } from './tables/table.ts'
import { statementTimes } from './tables/times.ts'
import { valuesOf } from './tables/values.ts'

/** The command service's tables in memory, at the level of `pool.query`. */
export interface SimulatedDatabase {
  /** Executes one statement at once and as a whole; what it changes is durable, but for answers that are lost. */
  readonly execute: (statement: string | pg.QueryConfig, values?: readonly unknown[]) => Outcome
}

interface Recognised {
  /** The tables that it names. */
  readonly tables: readonly string[]
  readonly execute: Statement[1] | undefined
}

const UNDEFINED_TABLE = '42P01'

/** An empty database. It throws on a statement that it does not know, so that a new one is noticed. */
export function simulatedDatabase({
  now,
  losesAnswers = () => false,
}: {
  /** Epoch milliseconds by the database's clock. */
  readonly now: () => number
  readonly losesAnswers?: LosesAnswers
}): SimulatedDatabase {
  const timeOfStatement = statementTimes(now)
  const tables = new Set<string>()
  const processes = runningProcessTable()
  const statements: readonly Statement[] = [
    ...keptAnswerStatements(processes, losesAnswers),
    ...processes.statements,
    ...leaseStatements(),
    ...processStateStatements(),
    ...requestInDoubtStatements(),
    ...followerStatements(),
    ...limitStatements(),
    ...catalogStatements(tables),
  ]
  const recognised = new Map<string, Recognised>()

  function recognise(text: string): Recognised {
    const known = recognised.get(text)
    if (known !== undefined) return known
    const plain = text.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim()
    const names = [...plain.matchAll(/\b(?:from|into|update|join) (\w+\.\w+)/gi)]
    const statement = {
      tables: names.map(([, name = '']) => name),
      execute: statements.find(([wanted]) => wanted.test(plain))?.[1],
    }
    recognised.set(text, statement)
    return statement
  }

  function executeAt(at: number, text: string, values: readonly unknown[] = []): Outcome {
    const statement = recognise(text)
    const missing = statement.tables.find((name) => !tables.has(name))
    if (missing !== undefined) throw undefinedTable(missing)
    if (statement.execute === undefined) {
      throw new Error(`the simulated database does not know: ${text}`)
    }
    return statement.execute({ values: valuesOf(values), now: at })
  }

  /** One transaction: it is executed at one time. */
  function define(at: number, text: string): Outcome {
    const definition = definitionIn(text)
    for (const name of definition.tables) tables.add(name)
    const deleted = definition.deletions.map((deletion) => executeAt(at, deletion).rowCount)
    return changed(deleted.reduce((sum, count) => sum + count, 0))
  }

  return {
    execute(statement, values = []) {
      const { text, values: own = values } =
        typeof statement === 'string' ? { text: statement } : statement
      const at = timeOfStatement()
      return isDefinition(text) ? define(at, text) : executeAt(at, text, own)
    },
  }
}

/** What is asked of PostgreSQL's own tables, and the frame of a transaction, in which nothing is undone. */
const catalogStatements = (tables: ReadonlySet<string>): readonly Statement[] => [
  [
    /^select from pg_namespace where nspname = \$1 and not has_schema_privilege\(oid, 'create'\)$/,
    () => found([]),
  ],
  [
    /^select to_regclass\(\$1\) is not null as exists$/,
    ({ values }) => found([{ exists: tables.has(values.text(1)) }]),
  ],
  [/^(begin|commit)$/, () => changed(0)],
]

const undefinedTable = (name: string) => {
  const message = `relation "${name}" does not exist`
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), {
    severity: 'ERROR',
    code: UNDEFINED_TABLE,
  })
}

/** The way of each statement to the database, and of its answer back. */
export type Reach = <Answer>(work: () => Answer) => Promise<Answer>

/** A pool of connections to the database, for the modules that take one. */
export function poolOn(database: SimulatedDatabase, reach: Reach): pg.Pool {
  const pool = new pg.Pool()
  const query = (statement: string | pg.QueryConfig, values?: readonly unknown[]) =>
    pool.ending
      ? Promise.reject(new Error('Cannot use a pool after calling end on the pool'))
      : reach(() => database.execute(statement, values))
  const connect = (): Promise<pg.PoolClient> =>
    Promise.resolve(Object.assign(new pg.Client(), { query, release: () => undefined }))
  return Object.assign(pool, { query, connect })
}
