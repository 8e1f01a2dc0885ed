import { allSchemas } from './all-schemas.ts'

/** The documents of the public events that are committed: path below `docs/`, and text. */
export const documents = (): ReadonlyMap<string, string> =>
  new Map([...allSchemas()].map(([type, schema]) => [`schemas/${type}.json`, json(schema)]))

export const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
