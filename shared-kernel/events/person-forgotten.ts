import { Type } from 'typebox'
import { type EventOf, eventFamily, internal, publicField } from './event-family.ts'
import { day, id, integer, list, oneOf, string } from './fields.ts'

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
  /**
   * The law no longer wants the person's data of one purpose kept. Its keys were destroyed before this was
   * recorded. Many records are in several events of one append.
   */
  RetentionEnded: {
    companyId: publicField(id),
    personRef: publicField(string),
    purpose: internal(oneOf('customer', 'fiscal')),
    keyIds: internal(list(string)),
    /** The last day of any record of the person. */
    lastActivity: internal(day),
    /** The first day on which the data need not be kept. */
    until: internal(day),
    fiscalYears: internal(integer),
    masakYears: internal(integer),
    /** The records that showed the data; `kind` is the category of their streams. */
    records: internal(list(Type.Object({ kind: string, id }))),
  },
})

export type PersonEvent = EventOf<typeof personEvents>

export const personStream = (personRef: string): string => `${personEvents.category}-${personRef}`
