import type { Static } from 'typebox'
import type { TemplateItem } from '#kernel/contract/templates.ts'
import { toJsonNumber } from '#kernel/domain/money.ts'

type Item = Static<typeof TemplateItem>

/** A row of `template`. */
export interface TemplateRow {
  readonly id: string
  readonly key: string
  readonly title: string
  readonly line_name: string
  readonly material: string
  readonly unit_type: Item['unitType']
  readonly type: string
  readonly status_type: string
  readonly sort_order: number
}

/** What a template's own row does not say. */
export interface TemplateSurroundings {
  /** The current list price of the material, as a decimal. */
  readonly price: string | undefined
  /** The one template that is used when none is named. */
  readonly isDefault: boolean
}

export const templateItem = (row: TemplateRow, { price, isDefault }: TemplateSurroundings) => ({
  key: row.key,
  title: row.title,
  lineName: row.line_name,
  material: row.material,
  unitType: row.unit_type,
  type: row.type,
  statusType: row.status_type,
  isDefault,
  order: row.sort_order,
  exchange: price === undefined ? 0 : toJsonNumber(price),
})
