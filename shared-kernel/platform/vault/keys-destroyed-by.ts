import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { personEvents } from '#kernel/events/person-forgotten.ts'
import type { PlacedEvent } from '../event-store/event-store.ts'

const PREFIX = `${personEvents.category}-`

/** Also of a version that this program does not know. */
const Destroying = Compile(Type.Object({ keyIds: Type.Array(Type.String()) }))

/** The keys that were destroyed before these events were recorded. A forged event destroys none. */
export const keysDestroyedBy = (stored: readonly PlacedEvent[]): readonly string[] =>
  stored
    .filter(({ stream, isGenuine }) => stream.startsWith(PREFIX) && isGenuine)
    .flatMap(({ data }) => (Destroying.Check(data) ? data.keyIds : []))
