import { Type } from 'typebox'
import { MATERIALS, TEMPLATE_TYPES, UNIT_TYPES } from '#kernel/records/templates.ts'
import { type Endpoint, endpoint } from './endpoint.ts'
import { flag, NoParameters, oneOf, paging, Text } from './fields.ts'

/** An item of the two `templates` lists; `exchange` is the material's list price, 0 if there is none. */
export const TemplateItem = Type.Object(
  {
    key: Text,
    title: Text,
    lineName: Text,
    material: oneOf(...MATERIALS),
    unitType: oneOf(...UNIT_TYPES),
    type: oneOf(...TEMPLATE_TYPES),
    statusType: oneOf('all', 'invoice', 'expense'),
    isDefault: flag(),
    order: Type.Integer(),
    exchange: Type.Number(),
  },
  { title: 'UsableTemplate' },
)

/** `GET` of the templates for a document. */
export const templatesEndpoint = (
  statusTypes: readonly ('all' | 'invoice' | 'expense')[],
  named: Pick<Endpoint, 'operationId' | 'summary' | 'path' | 'right'>,
) =>
  endpoint({
    ...named,
    method: 'GET',
    service: 'query',
    params: NoParameters,
    query: Type.Object(
      {
        ...paging,
        material: Type.Optional(oneOf(...MATERIALS)),
        type: Type.Optional(oneOf(...TEMPLATE_TYPES)),
        statusType: Type.Optional(oneOf(...statusTypes)),
      },
      { 'x-no-updated-since': true },
    ),
    status: 200,
    list: true,
    data: TemplateItem,
    errors: ['VALIDATION_FAILED'],
  })
