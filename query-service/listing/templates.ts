import { type SqlBool, sql } from 'kysely'
import { toJsonNumber } from '#kernel/domain/money.ts'
import { priceAt } from '#kernel/events/price-list.ts'
import { templates, usableTemplate } from '#kernel/records/templates.ts'
import type { CompanyRows } from './company-rows.ts'
import { allOf, type Conditions } from './list-query.ts'
import { pageOf, readRow } from './page.ts'

/** The purpose of a template that is not for all purposes. */
type Purpose = 'invoice' | 'expense'

interface Request {
  readonly statusType?: 'all' | Purpose
  readonly material?: string
  readonly type?: string
  readonly page?: number
  readonly pageSize?: number
}

/** A page of the templates for documents of this purpose. */
export async function templatesFor(purpose: Purpose, rows: CompanyRows, request: Request) {
  const { page = 1, pageSize = 25 } = request
  const order = { orderBy: ['sort_order', 'key'], direction: 'asc', page, pageSize } as const
  const facets = facetsOf(request, purpose)
  const [found, prices, defaultId] = await Promise.all([
    pageOf({ rows, ...allOf(templates), facets, ...order }, readRow(templates)),
    pricesByMaterial(rows),
    defaultTemplateId(rows, purpose),
  ])
  const items = found.rows.map((template) => ({
    ...usableTemplate.show(template),
    isDefault: template.id === defaultId,
    exchange: toJsonNumber(prices.get(template.material) ?? '0'),
  }))
  return { items, page: found.page }
}

const usableFor = (purpose: Purpose) => ['all', purpose] as const

const facetsOf = ({ statusType, material, type }: Request, purpose: Purpose): Conditions => [
  statusType === undefined
    ? sql<SqlBool>`status_type in (${sql.join(usableFor(purpose))})`
    : sql<SqlBool>`status_type = ${statusType}`,
  ...(material === undefined ? [] : [sql<SqlBool>`material = ${material}`]),
  ...(type === undefined ? [] : [sql<SqlBool>`type = ${type}`]),
]

/** What counts now, by the clock that all processes have in common. */
async function pricesByMaterial(rows: CompanyRows): Promise<ReadonlyMap<string, string>> {
  const now = sql<Date>`clock_timestamp()`.as('now')
  const columns = ['material', 'in_force', 'to_come', now] as const
  const lists = await rows.selectFrom('price').select(columns).execute()
  const inForce = lists.map((list) => {
    const known = { inForce: list.in_force, toCome: list.to_come }
    return [list.material, priceAt(known, list.now.toISOString())?.price ?? '0'] as const
  })
  return new Map(inForce)
}

/** Of several defaults, one for this purpose comes first, then the one with the lowest order. */
async function defaultTemplateId(rows: CompanyRows, purpose: Purpose): Promise<string | undefined> {
  const template = await rows
    .selectFrom('template')
    .select('id')
    .where('is_default', '=', true)
    .where('deleted', '=', false)
    .where('status_type', 'in', usableFor(purpose))
    .orderBy((one) => one('status_type', '=', purpose), 'desc')
    .orderBy('sort_order')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return template?.id
}
