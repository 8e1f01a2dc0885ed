import { categoryOf } from '#kernel/events/category-of.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { type Decoder, decodeWithoutKeys } from '#kernel/platform/recording/event-codec.ts'

/** The events of some families, without what is sealed for a person. */
export const decoded = <Event>(
  families: readonly (Decoder<Event> & { readonly category: string })[],
  events: readonly StoredEvent[],
) =>
  decodeWithoutKeys<Event>(
    (stream) => families.find(({ category }) => category === categoryOf(stream)),
    events,
  )
