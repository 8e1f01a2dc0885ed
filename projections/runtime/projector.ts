import type { AnyEvent, EventFamily } from '#kernel/events/event-family.ts'
import type { Decoder, Recorded } from '#kernel/platform/recording.ts'
import type { ReadModel } from '#projections/read-models/read-model.ts'

/** How one family's events change the read model. Never acts on anything else: it may run again. */
interface Projection<Event> {
  /**
   * Asks for the rows that `apply` will look at. Called again after they have been loaded, so what
   * it finds may lead it to further rows.
   */
  readonly prepare: (recorded: Recorded<Event>, model: ReadModel) => void
  readonly apply: (recorded: Recorded<Event>, model: ReadModel) => void
}

type About = Omit<Recorded<unknown>, 'event'>

/** One event, bound to what it does. */
export interface Change {
  readonly prepare: (about: About, model: ReadModel) => void
  readonly apply: (about: About, model: ReadModel) => void
}

export interface Projector {
  readonly category: string
  readonly decoder: Decoder<Change>
}

export const projector = <Event extends AnyEvent>(
  family: EventFamily<Event>,
  { prepare, apply }: Projection<Event>,
): Projector => ({
  category: family.category,
  decoder: {
    decode(encoded, opener) {
      const event = family.decode(encoded, opener)
      if (event === undefined) return undefined
      return {
        prepare: (about, model) => prepare({ ...about, event }, model),
        apply: (about, model) => apply({ ...about, event }, model),
      }
    },
  },
})
