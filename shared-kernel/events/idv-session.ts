import { Type } from 'typebox'
import { type EventOf, eventFamily, open, personal } from './event-family.ts'
import { id, instant, string } from './fields.ts'

const Session = Type.Object({
  idNo: string,
  /** The verification's result, as the verifier gave it. */
  dataSet: Type.Record(Type.String(), Type.Unknown()),
})

export const idvSessionEvents = eventFamily('idvSession', {
  SessionRecorded: {
    companyId: open(id),
    sessionId: open(id),
    personRef: open(string),
    createdAt: open(instant),
    updatedAt: open(instant),
    session: personal(Session),
  },
})

export type IdvSessionEvent = EventOf<typeof idvSessionEvents>
