import { templateItem } from '#kernel/responses/templates.ts'
import type { CompanyRows } from './company-rows.ts'
import { columnsOf, ofCell, shown } from './conditions.ts'
import { pagingOf } from './listing.ts'
import { pageOf } from './page.ts'

/** What a template can be made for, beside all purposes. */
type Purpose = 'invoice' | 'expense'

interface Query {
  readonly statusType?: 'all' | Purpose
  readonly material?: string
  readonly type?: string
  readonly page?: number
  readonly pageSize?: number
}

const usableFor = (purpose: Purpose) => ['all', purpose] as const

/** A page of the templates that a document of this purpose can be made from. */
export async function templatesPage(rows: CompanyRows, query: Query, purpose: Purpose) {
  const [{ rows: templates, page }, prices, defaultId] = await Promise.all([
    pageOf({
      rows,
      table: 'template',
      all: rows.selectFrom('template').selectAll(),
      asked: asked(query, purpose),
      orderBy: ['sort_order', 'key'],
      direction: 'asc',
      ...pagingOf(query),
    }),
    pricesByMaterial(rows),
    defaultTemplateId(rows, purpose),
  ])
  const items = templates.map((template) =>
    templateItem(template, {
      price: prices.get(template.material),
      isDefault: template.id === defaultId,
    }),
  )
  return { items, page }
}

const row = columnsOf<'template'>()

const asked = ({ statusType, material, type }: Query, purpose: Purpose) => [
  shown(row('deleted', '=', false)),
  ...ofCell(statusType === undefined ? usableFor(purpose) : [statusType], (usable) =>
    row('status_type', 'in', usable),
  ),
  ...ofCell(material, (value) => row('material', '=', value)),
  ...ofCell(type, (value) => row('type', '=', value)),
]

async function pricesByMaterial(rows: CompanyRows): Promise<ReadonlyMap<string, string>> {
  const prices = await rows.selectFrom('price').select(['material', 'price']).execute()
  return new Map(prices.map(({ material, price }) => [material, price]))
}

/** Of several, the one made for the purpose wins over one for all purposes, then the lowest order. */
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
