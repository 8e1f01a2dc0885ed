import { Type } from 'typebox'
import { flag, oneOf, recordId, text } from '#kernel/contract/fields.ts'
import { checkedDecimal } from '#kernel/domain/money.ts'
import { templateEvents } from '#kernel/events/reference-data.ts'
import { companyStream } from '#kernel/platform/recording/key-streams.ts'
import { MATERIALS, TEMPLATE_TYPES, UNIT_TYPES } from '#kernel/records/templates.ts'
import {
  decimalOrNull,
  derived,
  exemptionCode,
  moneyOrZero,
  optional,
  percentage,
  rate,
  texts,
  withDefault,
} from '../fields.ts'
import { companyKey, lineKind } from '../kind.ts'

export const template = lineKind(templateEvents)({
  kind: 'template',
  schema: Type.Object({
    companyId: recordId(),
    id: recordId(),
    key: text(),
    title: text(),
    lineName: text(),
    material: oneOf(...MATERIALS),
    unitType: oneOf(...UNIT_TYPES),
    type: withDefault(oneOf(...TEMPLATE_TYPES), 'normal'),
    statusType: withDefault(oneOf('all', 'invoice', 'expense', 'passive'), 'all'),
    exchange: withDefault(rate(), 1),
    vatRate: withDefault(percentage(), 20),
    laborDisabled: withDefault(flag(), false),
    laborName: optional(text()),
    laborType: optional(oneOf('perUnit', 'fixed')),
    laborAmount: optional(moneyOrZero()),
    stockCode: optional(text()),
    isDefault: withDefault(flag(), false),
    isManual: withDefault(flag(), false),
    order: withDefault(Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 }), 0),
    words: withDefault(texts(), []),
    deleted: withDefault(flag(), false),
    invoiceType: derived(oneOf('ISTISNA', 'OZELMATRAH', 'SATIS'), 'follows from the material'),
    exemptionCode: optional(exemptionCode()),
  }),
  target: ({ companyId, id }) => ({
    companyId,
    stream: `template-${id}`,
    namedBy: 'id',
    refersTo: { companyId: companyStream(companyId) },
  }),
  sealedFor: companyKey,
  event: (data) => ({
    type: 'TemplateRecorded',
    data: {
      companyId: data.companyId,
      templateId: data.id,
      key: data.key,
      title: data.title,
      lineName: data.lineName,
      material: data.material,
      unitType: data.unitType,
      type: data.type,
      statusType: data.statusType,
      exchange: checkedDecimal(data.exchange),
      vatRate: checkedDecimal(data.vatRate),
      laborDisabled: data.laborDisabled,
      laborName: data.laborName ?? null,
      laborType: data.laborType ?? null,
      laborAmount: decimalOrNull(data.laborAmount),
      stockCode: data.stockCode ?? null,
      isDefault: data.isDefault,
      isManual: data.isManual,
      order: data.order,
      words: data.words,
      deleted: data.deleted,
      invoiceType: data.invoiceType ?? null,
      exemptionCode: data.exemptionCode ?? null,
    },
  }),
})
