import type { CompiledQuery } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { readModels } from '#projections/read-models/read-models.ts'
import { forShortReads } from '#query/listing/connections.ts'
import { dropDatabase, freshDatabase } from '#test/support/database.ts'
import { forThisFile } from '#test/support/for-this-file.ts'
import type { Shape } from '#test/support/list-shapes.ts'
import { listsOver, plainly } from '#test/support/list-statements.ts'
import { lists } from '#test/support/lists.ts'
import { manyRows } from '#test/support/many-rows.ts'
import { scansIn } from '#test/support/plans.ts'
import { makeTables } from '../service.ts'

/** More than are ever looked up together, so that both ways to a page are gone. */
const sizes = { large: 30_000, companies: 300, small: 30 }

const running = forThisFile(start)

describe.each(lists)('$path $always', (list) => {
  const [first = '', ...others] = Object.keys(list.sorts)
  const sorted = (sort: string, shape: Shape) => ({ sort, shape })
  const everything = { query: {}, where: list.usual ?? 'true' }
  const questions = [
    ...[first, ...others].map((sort) => sorted(sort, everything)),
    ...list.filters.map((shape) => sorted(first, shape)),
    ...list.filters.map((shape) => sorted(others.at(-1) ?? first, shape)),
  ]

  test('returns what a plain filter of all rows returns, without a full table scan', async () => {
    const { pool, ask, scans } = running()
    for (const { sort, shape } of questions) {
      const asked = {
        ...list.always,
        ...shape.query,
        sort: `${sort}:${list.direction}`,
        page: '2',
        pageSize: '3',
      }
      const about = `${list.path} ${JSON.stringify(asked)}`
      const { answer, statements } = await ask(list.path, asked)
      const expected = await plainly(pool, list, { ...shape, sort, limit: 3, offset: 3 })
      expect({ about, ...answer }).toEqual({ about, ...expected })
      for (const statement of statements) {
        expect({ about, scans: await scans(statement) }).toEqual({ about, scans: [] })
      }
    }
  })
})

async function start() {
  const databaseUrl = await freshDatabase()
  const options = { logger: silentLogger, max: 2, name: 'test', session: forShortReads }
  const pool = openPool(databaseUrl, options)
  await makeTables(pool)
  const listed = new Set(lists.map(({ table }) => table))
  for (const table of readModels.tables) {
    if (listed.has(table.name)) await pool.query(manyRows('read_model', table, sizes))
  }
  await pool.query('vacuum analyze')
  return {
    pool,
    ask: listsOver(pool),
    scans: async ({ sql, parameters }: CompiledQuery) => {
      const { rows } = await pool.query(`explain (analyze, format json) ${sql}`, [...parameters])
      return scansIn(rows)
    },
    close: async () => {
      await pool.end()
      await dropDatabase(databaseUrl)
    },
  }
}
