import { Type } from 'typebox'
import { flag, oneOf, Text } from './fields.ts'

export const MATERIALS = ['gold', 'silver', 'platin', 'paladyum', 'usd', 'eur', 'try'] as const
export const TEMPLATE_TYPES = ['reason', 'exceptional', 'normal', 'auto'] as const
export const UNIT_TYPES = ['GRM', 'C62'] as const

/** An item of the two `templates` lists; `exchange` is the material's list price, 0 when there is none. */
export const TemplateItem = Type.Object({
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
})
