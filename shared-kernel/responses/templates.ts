import type { Static } from 'typebox'
import type { InvoiceVariable } from '#kernel/contract/invoice-reads.ts'
import type { TemplateItem } from '#kernel/contract/templates.ts'
import { toJsonNumber } from '#kernel/domain/money.ts'
import { isoMicroseconds } from '#kernel/records/times.ts'

type Item = Static<typeof TemplateItem>
type Variable = Static<typeof InvoiceVariable>

/** As much of a row of `template` as the `templates` lists need. */
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

/** A row of `template`: decimals and microseconds as text. */
export interface WholeTemplateRow extends TemplateRow {
  readonly exchange: string
  readonly vat_rate: string
  readonly labor_disabled: boolean
  readonly labor_name: string | null
  readonly labor_type: Variable['laborType']
  readonly stock_code: string | null
  readonly is_default: boolean
  readonly is_manual: boolean
  readonly words: string[]
  readonly created_at: string
  readonly updated_at: string
}

/** What a template's own row does not say. */
export interface TemplateSurroundings {
  /** The current list price of the material, as a decimal. */
  readonly price: string | undefined
  /** The one template that is used when none is named. */
  readonly isDefault: boolean
}

const named = (row: TemplateRow) => ({
  key: row.key,
  title: row.title,
  lineName: row.line_name,
  material: row.material,
  unitType: row.unit_type,
  type: row.type,
  statusType: row.status_type,
  order: row.sort_order,
})

export const templateItem = (row: TemplateRow, { price, isDefault }: TemplateSurroundings) => ({
  ...named(row),
  isDefault,
  exchange: price === undefined ? 0 : toJsonNumber(price),
})

/** How it is calculated stays with the company. */
export const invoiceVariable = (row: WholeTemplateRow) => ({
  id: row.id,
  ...named(row),
  exchange: toJsonNumber(row.exchange),
  vatRate: toJsonNumber(row.vat_rate),
  laborDisabled: row.labor_disabled,
  laborName: row.labor_name,
  laborType: row.labor_type,
  stockCode: row.stock_code,
  isDefault: row.is_default,
  isManual: row.is_manual,
  words: row.words,
  createdAt: isoMicroseconds(row.created_at),
  updatedAt: isoMicroseconds(row.updated_at),
})
