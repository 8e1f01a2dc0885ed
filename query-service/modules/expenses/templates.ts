import type { Input } from '#kernel/contract/endpoint.ts'
import type { listVoucherTemplates } from '#kernel/contract/expense-reads.ts'
import type { CompanyRows } from '#query/reading/company-rows.ts'
import { pagingOf } from '#query/reading/listing.ts'
import { pageOf } from '#query/reading/page.ts'

type Query = Input<typeof listVoucherTemplates>['query']

const usableStatusTypes = ['all', 'expense'] as const

/** A page of the templates that a voucher can be made from, and what is needed to show them. */
export async function templatesPage(rows: CompanyRows, query: Query) {
  const [{ rows: templates, page }, prices, defaultId] = await Promise.all([
    pageOf({
      all: rows.selectFrom('template').selectAll(),
      matching: (all) => {
        const { statusType, material, type } = query
        const usable = all
          .where('deleted', '=', false)
          .where('status_type', 'in', statusType === undefined ? usableStatusTypes : [statusType])
        const made = material === undefined ? usable : usable.where('material', '=', material)
        return type === undefined ? made : made.where('type', '=', type)
      },
      orderBy: ['sort_order', 'key'],
      direction: 'asc',
      ...pagingOf(query),
    }),
    pricesByMaterial(rows),
    defaultTemplateId(rows),
  ])
  return { templates, page, prices, defaultId }
}

async function pricesByMaterial(rows: CompanyRows): Promise<ReadonlyMap<string, string>> {
  const prices = await rows.selectFrom('price').select(['material', 'price']).execute()
  return new Map(prices.map(({ material, price }) => [material, price]))
}

/** Of several, the one made for vouchers wins over one for all purposes, then the lowest order. */
async function defaultTemplateId(rows: CompanyRows): Promise<string | undefined> {
  const template = await rows
    .selectFrom('template')
    .select('id')
    .where('is_default', '=', true)
    .where('deleted', '=', false)
    .where('status_type', 'in', usableStatusTypes)
    .orderBy((row) => row('status_type', '=', 'expense'), 'desc')
    .orderBy('sort_order')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return template?.id
}
