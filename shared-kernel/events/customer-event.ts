import { Type } from 'typebox'
import { type EventOf, eventFamily, open, personal } from './event-family.ts'
import { id, instant, orNull, string } from './fields.ts'

const Entry = Type.Object({ idNo: string, comment: orNull(string) })

/** Entries of the customer register (sicil), as the panel keeps them. */
export const registerEvents = eventFamily('customerEvent', {
  RegisterEventRecorded: {
    companyId: open(id),
    registerEventId: open(id),
    customerId: open(orNull(id)),
    personRef: open(string),
    eventDate: open(instant),
    recordLevel: open(Type.Integer({ minimum: 0, maximum: 4 })),
    entry: personal(Entry),
  },
})

export type RegisterEvent = EventOf<typeof registerEvents>
