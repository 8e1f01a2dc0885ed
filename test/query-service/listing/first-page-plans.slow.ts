import type { CompiledQuery } from 'kysely'
import { Type } from 'typebox'
import { Parse } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { readModels } from '#projections/read-models/read-models.ts'
import { forPlansMadeOnce } from '#query/listing/connections.ts'
import { dropDatabase, freshDatabase } from '#test/support/database.ts'
import { forThisFile } from '#test/support/for-this-file.ts'
import { listsOver, plainly } from '#test/support/list-statements.ts'
import { lists } from '#test/support/lists.ts'
import { manyRows } from '#test/support/many-rows.ts'
import { rowsReadIn } from '#test/support/plans.ts'
import { makeTables } from '../service.ts'

const PAGE = 25
const sizes = { large: 20_000, companies: 100, small: 30 }

interface Row {
  readonly id: string
  /** In its place, where items are kept. */
  readonly item?: string
  readonly total: string
}

const Item = Type.Object({ id: Type.String() })

const idOf = ({ id, item }: Row) => (item === undefined ? id : Parse(Item, JSON.parse(item)).id)

/** Lists whose usual request has no condition of its own. */
const unfiltered = lists.filter(({ always, usual }) => always === undefined && usual === undefined)

const running = forThisFile(start)

describe.each(unfiltered)('$path', (list) => {
  test.each(Object.keys(list.sorts))(
    'the first page by %s, planned while the table was empty, reads its own rows alone',
    async (sort) => {
      const { pool, pageOf, planOf } = running()
      const everything = { query: {}, where: 'true', sort, limit: PAGE, offset: 0 }

      expect(await pageOf(list.path, sort)).toEqual(await plainly(pool, list, everything))

      const plan = await planOf(list.path, sort)
      expect(rowsReadIn(plan, list.table)).toBeLessThanOrEqual(PAGE)
    },
  )
})

async function start() {
  const databaseUrl = await freshDatabase()
  const options = { logger: silentLogger, max: 1, name: 'test', session: forPlansMadeOnce }
  const pool = openPool(databaseUrl, options)
  await makeTables(pool)
  // PostgreSQL knows now that they are empty.
  await pool.query('vacuum analyze')
  const ask = listsOver(pool)
  const planned = new Map<string, CompiledQuery>()
  const nameOf = (path: string, sort: string) => `${path} ${sort}`
  const executed = async (path: string, sort: string) => {
    const name = nameOf(path, sort)
    const { sql, parameters = [] } = planned.get(name) ?? {}
    if (sql === undefined) throw new Error(`${name} was not planned`)
    const values = [...parameters]
    const { rows } = await pool.query<Row>({ name, text: sql, values })
    return rows
  }
  for (const { path, sorts, direction } of unfiltered) {
    for (const sort of Object.keys(sorts)) {
      const { statements } = await ask(path, { sort: `${sort}:${direction}` })
      const [statement] = statements
      if (statement === undefined) throw new Error(`${path} asks nothing`)
      planned.set(nameOf(path, sort), statement)
      await executed(path, sort)
    }
  }
  const listed = new Set(unfiltered.map(({ table }) => table))
  for (const table of readModels.tables) {
    if (listed.has(table.name)) await pool.query(manyRows('read_model', table, sizes))
  }
  return {
    pool,
    pageOf: async (path: string, sort: string) => {
      const rows = await executed(path, sort)
      return { ids: rows.map(idOf), total: Number(rows[0]?.total) }
    },
    planOf: async (path: string, sort: string): Promise<unknown> => {
      const values = planned.get(nameOf(path, sort))?.parameters ?? []
      const literals = values.map((value) => `'${String(value)}'`).join(', ')
      const { rows } = await pool.query(
        `explain (analyze, format json) execute "${nameOf(path, sort)}" (${literals})`,
      )
      return rows
    },
    close: async () => {
      await pool.end()
      await dropDatabase(databaseUrl)
    },
  }
}
