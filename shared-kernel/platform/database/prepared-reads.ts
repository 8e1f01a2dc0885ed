import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import { DatabaseError, type Pool, type QueryResultRow } from 'pg'

/** The limit for named statements on each connection, above the number of shapes that clients use. */
const MAX_SHAPES = 300

/** PostgreSQL's code if a table's columns have changed since the statement was parsed. */
const FEATURE_NOT_SUPPORTED = '0A000'

/**
 * Reads over a pool with named statements. PostgreSQL parses each once per connection, because parsing
 * takes longer than execution. It still plans every execution for its values.
 */
export function preparedReads(pool: Pool): Dialect {
  const connection = namedReads(pool)
  return {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createDriver: () => ({
      init: nothing,
      acquireConnection: async () => connection,
      releaseConnection: nothing,
      beginTransaction: onlyReads,
      commitTransaction: onlyReads,
      rollbackTransaction: onlyReads,
      destroy: nothing,
    }),
  }
}

function namedReads(pool: Pool): DatabaseConnection {
  const names = new Map<string, string>()
  let named = 0

  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known !== undefined || named >= MAX_SHAPES) return known
    named += 1
    names.set(text, `read ${named}`)
    return names.get(text)
  }

  async function executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql: text, parameters } = query
    const name = nameOf(text)
    const values = [...parameters]
    if (name === undefined) return rowsOf(await pool.query<Row & QueryResultRow>(text, values))
    try {
      return rowsOf(await pool.query<Row & QueryResultRow>({ name, text, values }))
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== FEATURE_NOT_SUPPORTED) throw error
      // The tables have another version now. Under another name the statement is parsed again.
      if (names.get(text) === name) names.delete(text)
      return rowsOf(await pool.query<Row & QueryResultRow>(text, values))
    }
  }

  return { executeQuery, streamQuery: onlyReads }
}

const rowsOf = <Row>({ rows }: QueryResult<Row>): QueryResult<Row> => ({ rows })

const nothing = async () => undefined

function onlyReads(): never {
  throw new Error('queries only read, one statement at a time')
}
