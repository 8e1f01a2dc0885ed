import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { type EventOf, eventFamily, personal, publicField } from './event-family.ts'
import { id, instant, string } from './fields.ts'

const Session = Type.Object({
  idNo: string,
  /** JSON text of the verifier's result, in which every number has the digits that it came with. */
  dataSet: string,
})

const types = {
  SessionRecorded: {
    companyId: publicField(id),
    sessionId: publicField(id),
    personRef: publicField(string),
    createdAt: publicField(instant),
    updatedAt: publicField(instant),
    session: personal(Session),
  },
}

const ParsedSession = Type.Object({ idNo: string, dataSet: Type.Unknown() })

/** The first version had the result as a value, whose numbers were binary floats. */
const withText = (data: Readonly<Record<string, unknown>>) => {
  const { session } = data
  if (!Check(ParsedSession, session)) return data
  return { ...data, session: { ...session, dataSet: JSON.stringify(session.dataSet) } }
}

export const idvSessionEvents = eventFamily('idvSession', types, { SessionRecorded: [withText] })

export type IdvSessionEvent = EventOf<typeof idvSessionEvents>
