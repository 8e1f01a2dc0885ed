import { allSchemas } from './all-schemas.ts'
import { asyncApi } from './asyncapi.ts'
import { eventsPage } from './page.ts'

/** All documents of the public events: path below `docs/`, and text. */
export const documents = (samples: string): ReadonlyMap<string, string> =>
  new Map([
    ...[...allSchemas()].map(([type, schema]) => [`schemas/${type}.json`, json(schema)] as const),
    ['asyncapi.json', json(asyncApi())],
    ['events.md', `${eventsPage(samples)}\n`],
  ])

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
