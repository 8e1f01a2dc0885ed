import { type EventOf, eventFamily, internal, publicField } from './event-family.ts'
import { decimal, id } from './fields.ts'

/** How strictly a company screens names; the latest event counts. */
export const screeningSettingsEvents = eventFamily('screeningSettings', {
  ScreeningSettingsRecorded: {
    companyId: publicField(id),
    /** A name counts as a match from this score on. */
    threshold: internal(decimal),
  },
})

export type ScreeningSettingsEvent = EventOf<typeof screeningSettingsEvents>
