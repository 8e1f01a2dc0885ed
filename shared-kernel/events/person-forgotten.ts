import { type EventOf, eventFamily, internal, publicField } from './event-family.ts'
import { id, list, string } from './fields.ts'

/** A person in one company. The stream's name holds the person's pseudonym. */
export const personEvents = eventFamily('person', {
  /** The keys were destroyed before this was recorded, so no event behind it is read with them. */
  PersonForgotten: {
    companyId: publicField(id),
    personRef: publicField(string),
    keyIds: internal(list(string)),
    /** The operator's words. They hold no personal data. */
    reason: internal(string),
  },
})

export type PersonEvent = EventOf<typeof personEvents>

export const personStream = (personRef: string): string => `${personEvents.category}-${personRef}`
