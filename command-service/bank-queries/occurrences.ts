import type { GatewayBooking } from '#command/providers/bank-gateway/port.ts'

/** How often bookings without a stamp have been delivered, by what they say. */
export type Occurrences = Map<string, number>

/**
 * Two bookings without a stamp that say the same are two bookings, of which the second is known again as the
 * second. With a stamp they are the same booking, delivered twice.
 */
export function numbered(booking: GatewayBooking, occurrences: Occurrences): GatewayBooking {
  if (booking.kind === 'read' || booking.fields.stamp !== null) return booking
  const { identity } = booking
  const before = occurrences.get(identity) ?? 0
  occurrences.set(identity, before + 1)
  return before === 0 ? booking : { ...booking, identity: `${identity} ${before + 1}` }
}
