import { Type } from 'typebox'
import { type EventOf, eventFamily, personal, publicField } from './event-family.ts'
import { id, instant, orNull, string } from './fields.ts'

const Entry = Type.Object({ idNo: string, comment: orNull(string) })

/** Entries of the panel's customer register (sicil). */
export const registerEvents = eventFamily('customerEvent', {
  RegisterEventRecorded: {
    companyId: publicField(id),
    registerEventId: publicField(id),
    customerId: publicField(orNull(id)),
    personRef: publicField(string),
    eventDate: publicField(instant),
    recordLevel: publicField(Type.Integer({ minimum: 0, maximum: 4 })),
    entry: personal(Entry),
  },
})

export type RegisterEvent = EventOf<typeof registerEvents>
