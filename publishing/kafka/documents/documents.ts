import { allSchemas } from './all-schemas.ts'
import { eventsPage } from './page.ts'

/** The documents of the public events that are committed: path below `docs/`, and text. */
export const documents = (samples: string): ReadonlyMap<string, string> =>
  new Map([
    ...[...allSchemas()].map(([type, schema]) => [`schemas/${type}.json`, json(schema)] as const),
    ['events.md', `${eventsPage(samples)}\n`],
  ])

export const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
