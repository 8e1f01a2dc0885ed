import { type EventOf, eventFamily, internal, publicField } from './event-family.ts'
import { decimal, id, instant, integer, oneOf, orNull, string } from './fields.ts'

/** How strictly a company screens names; the latest event counts. */
export const screeningSettingsEvents = eventFamily('screeningSettings', {
  ScreeningSettingsRecorded: {
    companyId: publicField(id),
    /** A name counts as a match from this score on. */
    threshold: internal(decimal),
  },
})

/** Runs over all customers against what is new in a list. A stream is named by its list. */
export const rescreeningEvents = eventFamily('rescreening', {
  CustomersRescreened: {
    list: publicField(oneOf('masak', 'wanted', 'pep')),
    version: publicField(string),
    /** What the version was compared with; null: all of its entries counted as new. */
    since: publicField(orNull(string)),
    entries: publicField(integer),
    customers: publicField(integer),
    /** Customers with a match; each has a check of its own. */
    matched: publicField(integer),
    completedAt: publicField(instant),
  },
})

export type ScreeningSettingsEvent = EventOf<typeof screeningSettingsEvents>
export type RescreeningEvent = EventOf<typeof rescreeningEvents>
