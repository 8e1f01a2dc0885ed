import { fold } from '#kernel/domain/turkish-text.ts'
import type { EventMetadata } from '#kernel/events/metadata.ts'
import { type TemplateEvent, templateEvents } from '#kernel/events/reference-data.ts'
import type { RowOf } from '#kernel/records/table.ts'
import { PASSIVE, type templates } from '#kernel/records/templates.ts'
import { nextChange, recordedAtOf, wantLastChange } from '#projections/read-models/changes.ts'
import { columnsOf } from '#projections/read-models/columns.ts'
import { projector } from '#projections/read-models/projector.ts'

export const templateProjector = projector(templateEvents, {
  version: 2,
  prepare({ event: { data }, metadata }, model) {
    wantLastChange(model, metadata, 'invoiceVariables')
    model.template.want(metadata.companyId, data.templateId)
  },
  apply({ event: { data }, metadata }, model) {
    const before = model.template.get(metadata.companyId, data.templateId)
    const { templateId: id, order, ...fields } = data
    model.template.put({
      ...columnsOf(fields),
      company_id: metadata.companyId,
      id,
      line_name_folded: fold(data.lineName),
      sort_order: order,
      left_at: leftAt(data, before, metadata),
      created_at: before?.created_at ?? recordedAtOf(metadata),
      updated_at: nextChange(model, metadata, 'invoiceVariables'),
    })
  },
})

type Template = Pick<RowOf<typeof templates>, 'deleted' | 'status_type' | 'left_at'>

/** A template that was passive from its beginning has never been in the list of those in use. */
function leftAt(
  { deleted, statusType }: TemplateEvent['data'],
  before: Template | undefined,
  metadata: EventMetadata,
): string | null {
  const present = placeOf({ deleted, status_type: statusType })
  if (present === 'listed') return null
  if (before === undefined) return present === 'deleted' ? recordedAtOf(metadata) : null
  return placeOf(before) === present ? before.left_at : recordedAtOf(metadata)
}

function placeOf(template: Omit<Template, 'left_at'>): 'listed' | 'passive' | 'deleted' {
  if (template.deleted) return 'deleted'
  return template.status_type === PASSIVE ? 'passive' : 'listed'
}
