import {
  createdAt,
  decimal,
  flag,
  id,
  integer,
  microseconds,
  oneOf,
  orNull,
  text,
  texts,
  updatedAt,
} from './field.ts'
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
      key: text.says('The key for `templateKey`.', 'gold-bullion'),
      title: text.says('Display name.', 'Külçe altın'),
      lineName: text.says('Name of the item on the document.', 'Has altın'),
      material: oneOf<string>(...MATERIALS).says('The material.'),
      statusType: oneOf<string>(...STATUS_TYPES).says(
        'The purpose; `passive` templates are not offered.',
      ),
      type: oneOf<string>(...TEMPLATE_TYPES).says(
        'Kind of template: `reason`, `exceptional`, `normal` or `auto`.',
        'normal',
      ),
      exchange: decimal.says('Purity of the material.'),
      vatRate: decimal.says('VAT rate in percent.', 20),
      unitType: oneOf(...UNIT_TYPES).says('Unit code: grams or pieces.'),
      laborDisabled: flag.says('Whether no labour line is added.', true),
      laborName: orNull(text).says('Name of the labour line.', null),
      laborType: orNull(oneOf('perUnit', 'fixed')).says(
        'Whether labour is charged for each unit, or once.',
        null,
      ),
      stockCode: orNull(text).says('Stock code of the item.', 'HAS'),
      isDefault: flag.says('Whether this template is used when none is named.', true),
      isManual: flag.says('Whether it is offered for manual documents only.'),
      order: integer.column('sort_order').says('Position in the list.'),
      words: texts.says('Words by which the back office finds the template.', ['has', 'külçe']),
      createdAt,
      updatedAt,
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
