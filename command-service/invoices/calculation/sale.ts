import type { Decimal } from '#kernel/domain/money.ts'
import type { TemplateEvent } from '#kernel/events/reference-data.ts'

export type InvoiceType = NonNullable<TemplateEvent['data']['invoiceType']>

/** What a template says of the item that is sold. */
export type SaleItem = Pick<
  TemplateEvent['data'],
  | 'lineName'
  | 'unitType'
  | 'stockCode'
  | 'exchange'
  | 'vatRate'
  | 'laborName'
  | 'laborType'
  | 'laborAmount'
>

export interface Sale {
  readonly invoiceType: InvoiceType
  /** What the buyer pays, all in all. */
  readonly amount: Decimal
  /** The price of one gram of fine metal, or of one unit; `undefined` where none is known. */
  readonly exchanges: Decimal | undefined
  readonly item: SaleItem
}

/** Money has 2 decimals, a unit price 8 and, where it takes them to come to the cent, more, a quantity 2 (grams) or none (pieces). */
export interface InvoiceLine {
  readonly name: string
  readonly quantity: Decimal
  readonly unitType: 'GRM' | 'C62'
  readonly stockCode: string | null
  readonly price: Decimal
  /** Net of KDV, before any allowance; `lineTotal` too. */
  readonly amount: Decimal
  readonly lineTotal: Decimal
  readonly kdvPercent: Decimal
  readonly kdvTotal: Decimal
  readonly allowancePrice: Decimal
  readonly allowanceTotal: Decimal
  /** The base that a special base leaves to be taxed; 0 on other lines. */
  readonly ozelMatrahTotal: Decimal
  readonly isExtra: boolean
  readonly isDefault: boolean
  readonly isLabor: boolean
}

export interface InvoiceTotals {
  readonly linesTotal: Decimal
  readonly kdvTotal: Decimal
  readonly allowanceTotal: Decimal
  readonly payableTotal: Decimal
}

/** Why an invoice cannot be calculated: the field and the rule it breaks. */
export type Incalculable =
  | { readonly field: 'data.exchanges' | 'data.templateKey'; readonly rule: 'notCalculable' }
  | { readonly field: 'data.amount'; readonly rule: 'minimum' }

export type InvoiceCalculation =
  | {
      readonly outcome: 'calculated'
      readonly lines: readonly InvoiceLine[]
      readonly totals: InvoiceTotals
    }
  | ({ readonly outcome: 'refused' } & Incalculable)
