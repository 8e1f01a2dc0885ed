import type { Json } from '#publishing/events/public-event.ts'
import { describedStates } from './described-states.ts'
import { typesInRecords } from './described-types.ts'

/** The schema of each kind of record, by its `ce_type`. */
export const allSchemas = (): ReadonlyMap<string, Json> =>
  new Map([
    ...typesInRecords.map(({ type, schema }) => [type, schema] as const),
    ...describedStates.map(({ topic, schema }) => [topic, schema] as const),
  ])
