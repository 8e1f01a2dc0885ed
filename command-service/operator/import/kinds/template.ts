import { Type } from 'typebox'
import { flag, oneOf, recordId, text } from '#kernel/contract/fields.ts'
import { checkedDecimal } from '#kernel/domain/money.ts'
import { templateEvents } from '#kernel/events/reference-data.ts'
import { companyStream } from '#kernel/platform/key-streams.ts'
import { MATERIALS, TEMPLATE_TYPES, UNIT_TYPES } from '#kernel/records/templates.ts'
import {
  decimalOrNull,
  exemptionCode,
  moneyOrZero,
  optional,
  percentage,
  rate,
  texts,
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
    type: optional(oneOf(...TEMPLATE_TYPES)),
    statusType: optional(oneOf('all', 'invoice', 'expense', 'passive')),
    exchange: optional(rate()),
    vatRate: optional(percentage()),
    laborDisabled: optional(flag()),
    laborName: optional(text()),
    laborType: optional(oneOf('perUnit', 'fixed')),
    laborAmount: optional(moneyOrZero()),
    stockCode: optional(text()),
    isDefault: optional(flag()),
    isManual: optional(flag()),
    order: optional(Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 })),
    words: optional(texts()),
    deleted: optional(flag()),
    invoiceType: optional(oneOf('ISTISNA', 'OZELMATRAH', 'SATIS')),
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
      type: data.type ?? 'normal',
      statusType: data.statusType ?? 'all',
      exchange: checkedDecimal(data.exchange ?? 1),
      vatRate: checkedDecimal(data.vatRate ?? 20),
      laborDisabled: data.laborDisabled ?? false,
      laborName: data.laborName ?? null,
      laborType: data.laborType ?? null,
      laborAmount: decimalOrNull(data.laborAmount),
      stockCode: data.stockCode ?? null,
      isDefault: data.isDefault ?? false,
      isManual: data.isManual ?? false,
      order: data.order ?? 0,
      words: data.words ?? [],
      deleted: data.deleted ?? false,
      invoiceType: data.invoiceType ?? null,
      exemptionCode: data.exemptionCode ?? null,
    },
  }),
})
