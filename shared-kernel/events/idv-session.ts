import { Type } from 'typebox'
import { type EventOf, eventFamily, personal, publicField } from './event-family.ts'
import { id, instant, string } from './fields.ts'

const Session = Type.Object({
  idNo: string,
  /** The verifier's result, unchanged. */
  dataSet: Type.Record(Type.String(), Type.Unknown()),
})

export const idvSessionEvents = eventFamily('idvSession', {
  SessionRecorded: {
    companyId: publicField(id),
    sessionId: publicField(id),
    personRef: publicField(string),
    createdAt: publicField(instant),
    updatedAt: publicField(instant),
    session: personal(Session),
  },
})

export type IdvSessionEvent = EventOf<typeof idvSessionEvents>
