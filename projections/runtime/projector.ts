import type { AnyEvent, EventFamily } from '#kernel/events/event-family.ts'
import { type Recorded, recallOne, type Written } from '#kernel/platform/recording.ts'
import type { DataKey } from '#kernel/platform/vault/vault.ts'
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

/** One event, bound to what it does. */
export interface Change {
  readonly prepare: (model: ReadModel) => void
  readonly apply: (model: ReadModel) => void
}

export interface Projector {
  readonly category: string
  readonly knows: (type: string) => boolean
  /** Undefined when the type is not known. */
  readonly read: (written: Written, key: DataKey | undefined) => Change | undefined
}

export const projector = <Event extends AnyEvent>(
  family: EventFamily<Event>,
  { prepare, apply }: Projection<Event>,
): Projector => ({
  category: family.category,
  knows: (type) => family.types.has(type),
  read(written, key) {
    const recorded = recallOne(family, written, key)
    if (recorded === undefined) return undefined
    return {
      prepare: (model) => prepare(recorded, model),
      apply: (model) => apply(recorded, model),
    }
  },
})
