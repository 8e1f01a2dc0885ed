import { fold } from '#kernel/domain/turkish-text.ts'
import { templateEvents } from '#kernel/events/reference-data.ts'
import { nextChange, recordedAtOf, wantLastChange } from '#projections/read-models/changes.ts'
import { projector } from '#projections/read-models/projector.ts'

export const templateProjector = projector(templateEvents, {
  version: 1,
  prepare({ event: { data }, metadata }, model) {
    wantLastChange(model, metadata, 'invoiceVariables')
    model.template.want(metadata.companyId, data.templateId)
  },
  apply({ event: { data }, metadata }, model) {
    const before = model.template.get(metadata.companyId, data.templateId)
    model.template.put({
      company_id: metadata.companyId,
      id: data.templateId,
      key: data.key,
      title: data.title,
      line_name: data.lineName,
      line_name_folded: fold(data.lineName),
      material: data.material,
      unit_type: data.unitType,
      type: data.type,
      status_type: data.statusType,
      exchange: data.exchange,
      vat_rate: data.vatRate,
      labor_disabled: data.laborDisabled,
      labor_name: data.laborName,
      labor_type: data.laborType,
      labor_amount: data.laborAmount,
      stock_code: data.stockCode,
      is_default: data.isDefault,
      is_manual: data.isManual,
      sort_order: data.order,
      words: data.words,
      deleted: data.deleted,
      invoice_type: data.invoiceType,
      exemption_code: data.exemptionCode,
      created_at: before?.created_at ?? recordedAtOf(metadata),
      updated_at: nextChange(model, metadata, 'invoiceVariables'),
    })
  },
})
