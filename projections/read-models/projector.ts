import type { AnyEvent, EventFamily } from '#kernel/events/event-family.ts'
import { decodeEvent, type Recorded } from '#kernel/platform/recording/event-codec.ts'
import type { Projector } from '#projections/runtime/definition.ts'
import type { ReadModel } from './read-model.ts'

/** How one family's events change the rows. It has no other effect, because a rebuild repeats it. */
interface Projection<Event> {
  /**
   * Raise it when the projector writes other values than before into the same columns. All tables
   * are then rebuilt side by side.
   */
  readonly version: number
  /** Applied even while its company is parked. */
  readonly isIndependent?: true
  /**
   * Requests the rows that `apply` reads. It is called again when they have been loaded, because
   * what they contain may lead to further rows.
   */
  readonly prepare: (recorded: Recorded<Event>, model: ReadModel) => void
  readonly apply: (recorded: Recorded<Event>, model: ReadModel) => void
}

export const projector = <Event extends AnyEvent>(
  family: EventFamily<Event>,
  { version, isIndependent, prepare, apply }: Projection<Event>,
): Projector<ReadModel> => ({
  category: family.category,
  version,
  isIndependent: isIndependent === true,
  knows: (type) => family.types.has(type),
  read(written, key, model) {
    const recorded = decodeEvent(family, written, key)
    if (recorded === undefined) return undefined
    return {
      prepare: () => prepare(recorded, model),
      apply: () => apply(recorded, model),
    }
  },
})
