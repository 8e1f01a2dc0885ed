import type { BookingSource } from '#command/providers/bank-gateway/port.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import { setAsideBookingEvents, setAsideBookingStream } from '#kernel/events/set-aside-booking.ts'
import type { System } from '#kernel/platform/cli/connections.ts'
import { decodeEvents } from '#kernel/platform/recording/event-codec.ts'

/** What the bank wrote; null after its retention, or where the query was interrupted before it was kept. */
export async function sourceOf(
  { eventStore, vault }: Pick<System, 'eventStore' | 'vault'>,
  bookingId: string,
): Promise<BookingSource | null> {
  const stored = await eventStore.readStream(setAsideBookingStream(bookingId), { maxCount: 1 })
  const [kept] = await decodeEvents(vault, () => setAsideBookingEvents, stored)
  return kept === undefined ? null : valueUnlessForgotten(kept.event.data.source)
}
