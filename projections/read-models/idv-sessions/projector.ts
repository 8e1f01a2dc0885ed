import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import { idvSessionEvents } from '#kernel/events/idv-session.ts'
import { projector } from '#projections/read-models/projector.ts'

export const idvSessionProjector = projector(idvSessionEvents, {
  version: 1,
  prepare() {},
  apply({ event: { data }, metadata }, model) {
    const session = valueUnlessForgotten(data.session)
    model.idvSession.put({
      company_id: metadata.companyId,
      id: data.sessionId,
      person_ref: data.personRef,
      id_no: session?.idNo ?? null,
      data_set: session === null ? null : JSON.stringify(session.dataSet),
      created_at: data.createdAt,
      updated_at: data.updatedAt,
    })
  },
})
