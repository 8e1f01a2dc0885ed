import { Type } from 'typebox'
import { type EventOf, eventFamily, personal, publicField } from './event-family.ts'
import { boolean, id, instant, oneOf, orNull, string } from './fields.ts'

// These shapes are stored permanently. Change one only by a new version with an upcaster.

const Source = Type.Object({
  text: string,
  /** `base64` where the bank's bytes are no UTF-8. */
  encoding: oneOf('utf-8', 'base64'),
  /** The rest was too long to be kept. */
  isCut: boolean,
})

/** What a bank wrote of a booking that was set aside, in a stream of its own, because it can name a person. */
export const setAsideBookingEvents = eventFamily('setAsideBooking', {
  BookingKept: {
    companyId: publicField(id),
    accountId: publicField(id),
    bookingId: publicField(id),
    personRef: publicField(orNull(string)),
    /** Null where it cannot be read. */
    transactionDate: publicField(orNull(instant)),
    source: personal(Source),
  },
})

export type SetAsideBookingEvent = EventOf<typeof setAsideBookingEvents>

export const setAsideBookingStream = (bookingId: string): string =>
  `${setAsideBookingEvents.category}-${bookingId}`
