import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import { idvSessionEvents } from '#kernel/events/idv-session.ts'
import { projector } from '#projections/read-models/projector.ts'

/** What shows of a session after its person has been forgotten. */
export const forgottenSession = { id_no: null, data_set: null }

export const idvSessionProjector = projector(idvSessionEvents, {
  version: 1,
  prepare() {},
  apply({ event: { data }, metadata }, model) {
    const session = valueUnlessForgotten(data.session)
    model.idvSession.put({
      company_id: metadata.companyId,
      id: data.sessionId,
      person_ref: data.personRef,
      ...(session === null ? forgottenSession : { id_no: session.idNo, data_set: session.dataSet }),
      created_at: data.createdAt,
      updated_at: data.updatedAt,
    })
  },
})
