import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import { Type } from 'typebox'
import { Parse } from 'typebox/value'
import { checkParameters } from '#kernel/contract/validation.ts'
import type { ReadDatabase } from '#projections/database.ts'
import { queryRoutes } from '#query/app.ts'
import { companyRows } from '#query/listing/company-rows.ts'
import type { ListOfTable, Shape } from './list-shapes.ts'
import { LARGE } from './many-rows.ts'
import { contextIn } from './request-context.ts'

const Answer = Type.Object({
  items: Type.Array(Type.Object({ id: Type.String() })),
  page: Type.Object({ total: Type.Integer() }),
})

const context = contextIn(LARGE)

/** Asks the lists of the large company without HTTP, and tells what they asked of the database. */
export function listsOver(pool: Pool) {
  let statements: CompiledQuery[] = []
  const log = ({ query }: { readonly query: CompiledQuery }) => void statements.push(query)
  const database = new Kysely<ReadDatabase>({ dialect: new PostgresDialect({ pool }), log })
  const routes = queryRoutes(companyRows(database))
  return async (path: string, parameters: Readonly<Record<string, string>>) => {
    const route = routes.find(({ endpoint }) => endpoint.path === path)
    if (route === undefined) throw new Error(`there is no ${path}`)
    const checked = checkParameters(route.endpoint.query, parameters)
    if (!('value' in checked)) throw new Error(JSON.stringify(checked.faults))
    statements = []
    const answer = await route.handle({ params: {}, query: checked.value, body: {}, context })
    const { items, page } = Parse(Answer, 'itemsAsJson' in answer ? read(answer) : answer)
    return { answer: { ids: items.map(({ id }) => id), total: page.total }, statements }
  }
}

const read = ({ itemsAsJson, page }: { itemsAsJson: readonly string[]; page: unknown }) => ({
  items: itemsAsJson.map((text): unknown => JSON.parse(text)),
  page,
})

interface PageOfShape extends Shape {
  readonly sort: string
  readonly limit: number
  readonly offset: number
}

/** The same from a plain look at all rows. */
export async function plainly(pool: Pool, list: ListOfTable, wanted: PageOfShape) {
  const { table, shown, sorts, direction } = list
  const all = `from read_model.${table}
    where company_id = '${LARGE}' and ${shown} and ${wanted.where}`
  const order = `order by ${sorts[wanted.sort]} ${direction}, id ${direction}`
  const { rows } = await pool.query<{ readonly ids: string[]; readonly total: number }>(`
    select array(select id ${all} ${order} limit ${wanted.limit} offset ${wanted.offset}) as ids,
      (select count(*)::integer ${all}) as total`)
  return rows[0]
}
