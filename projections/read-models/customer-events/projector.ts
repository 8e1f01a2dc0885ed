import { registerEvents } from '#kernel/events/customer-event.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import { nextChange, recordedAtOf, wantLastChange } from '#projections/read-models/changes.ts'
import { projector } from '#projections/read-models/projector.ts'

export const customerEventProjector = projector(registerEvents, {
  version: 1,
  prepare({ event: { data }, metadata }, model) {
    wantLastChange(model, metadata, 'customerEvents')
    model.customerEvent.want(metadata.companyId, data.registerEventId)
  },
  apply({ event: { data }, metadata }, model) {
    const { companyId } = metadata
    const before = model.customerEvent.get(companyId, data.registerEventId)
    const entry = valueUnlessForgotten(data.entry)
    model.customerEvent.put({
      company_id: companyId,
      id: data.registerEventId,
      customer_id: data.customerId,
      person_ref: data.personRef,
      id_no: entry?.idNo ?? null,
      event_date: data.eventDate,
      record_level: data.recordLevel,
      comment: entry?.comment ?? null,
      created_at: before?.created_at ?? recordedAtOf(metadata),
      updated_at: nextChange(model, metadata, 'customerEvents'),
    })
  },
})

/** What shows of an entry when the person's data is no longer kept. */
export const emptiedEntry = () => ({ id_no: null, comment: null })
