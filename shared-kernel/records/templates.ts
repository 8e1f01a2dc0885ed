import { decimal, flag, id, integer, microseconds, oneOf, orNull, text, texts } from './field.ts'
import { contains, facet, includeDeleted, updatedSince } from './list.ts'
import { record } from './record.ts'
import { partOf } from './response.ts'

export const MATERIALS = ['gold', 'silver', 'platin', 'paladyum', 'usd', 'eur', 'try'] as const
export const TEMPLATE_TYPES = ['reason', 'exceptional', 'normal', 'auto'] as const
export const UNIT_TYPES = ['GRM', 'C62'] as const
/** The list leaves such templates out unless it is asked for them. */
export const PASSIVE = 'passive'
const STATUS_TYPES = ['all', 'invoice', 'expense', PASSIVE] as const

/** Item templates of invoices and expense vouchers. Responses do not show how amounts are calculated. */
export const templates = record(
  'template',
  {
    list: {
      id,
      key: text,
      title: text,
      lineName: text,
      material: oneOf<string>(...MATERIALS),
      statusType: oneOf<string>(...STATUS_TYPES),
      type: oneOf<string>(...TEMPLATE_TYPES),
      exchange: decimal.says('Purity of the material.'),
      vatRate: decimal,
      unitType: oneOf(...UNIT_TYPES),
      laborDisabled: flag,
      laborName: orNull(text),
      laborType: orNull(oneOf('perUnit', 'fixed')),
      stockCode: orNull(text),
      isDefault: flag,
      isManual: flag,
      order: integer.column('sort_order'),
      words: texts,
      createdAt: microseconds,
      updatedAt: microseconds,
    },
    row: {
      lineNameFolded: text,
      laborAmount: orNull(decimal),
      deleted: flag,
      /** When it was deleted, or became passive. Null while it is listed, and if it never was. */
      leftAt: orNull(microseconds),
      invoiceType: orNull(oneOf('ISTISNA', 'OZELMATRAH', 'SATIS')),
      exemptionCode: orNull(text),
    },
  },
  {
    shown: 'not deleted',
    left: { at: 'leftAt' },
    list: {
      sorts: ['order', 'createdAt', 'updatedAt'],
      defaultSort: 'order:asc',
      filters: [
        contains('lineNameFolded'),
        facet('statusType', { leftOut: PASSIVE }),
        facet('material'),
        facet('isDefault'),
        updatedSince,
        includeDeleted,
      ],
      otherFacets: ['type'],
    },
    indexes: [
      '(company_id, sort_order, key, id) include (status_type, type, material, is_default) where not deleted',
    ],
  },
)

/** The part of a template that document forms show. */
export const usableTemplate = partOf(templates, [
  'key',
  'title',
  'lineName',
  'material',
  'unitType',
  'type',
  'statusType',
  'order',
])
