import { Type } from 'typebox'
import { described } from '#kernel/records/described.ts'
import { MATERIALS, TEMPLATE_TYPES, UNIT_TYPES } from '#kernel/records/templates.ts'
import { type Endpoint, endpoint, queryDefaults } from './endpoint.ts'
import { flag, oneOf, paging, Text } from './fields.ts'

const KIND = 'Kind of template: `reason`, `exceptional`, `normal` or `auto`.'

/** An item of the two `templates` lists; `exchange` is the material's list price, 0 if there is none. */
export const TemplateItem = Type.Object(
  {
    key: described(Text, 'The key for `templateKey`.', 'gold-bullion'),
    title: described(Text, 'Display name.', 'Külçe altın'),
    lineName: described(Text, 'Name of the item on the document.', 'Has altın'),
    material: described(oneOf(...MATERIALS), 'The material.'),
    unitType: described(oneOf(...UNIT_TYPES), 'Unit code: grams or pieces.'),
    type: described(oneOf(...TEMPLATE_TYPES), KIND, 'normal'),
    statusType: described(oneOf('all', 'invoice', 'expense'), 'The purpose of the template.'),
    isDefault: described(flag(), 'Whether this template is used when none is named.', true),
    order: described(Type.Integer(), 'Position in the list.'),
    exchange: described(
      Type.Number(),
      'Current list price of the material; 0 if there is none.',
      5312.8,
    ),
  },
  { title: 'UsableTemplate' },
)

/** `GET` of the templates for a document. */
export const templatesEndpoint = (
  statusTypes: readonly ('all' | 'invoice' | 'expense')[],
  named: Pick<Endpoint, 'operationId' | 'summary' | 'about' | 'path' | 'right'>,
) =>
  endpoint({
    ...queryDefaults,
    ...named,
    query: Type.Object(
      {
        ...paging,
        material: Type.Optional(described(oneOf(...MATERIALS), 'The material.')),
        type: Type.Optional(described(oneOf(...TEMPLATE_TYPES), KIND)),
        statusType: Type.Optional(described(oneOf(...statusTypes), 'The purpose of the template.')),
      },
      { 'x-no-updated-since': true },
    ),
    list: true,
    data: TemplateItem,
    errors: ['VALIDATION_FAILED'],
  })
