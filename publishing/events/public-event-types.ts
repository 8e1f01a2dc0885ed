import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../docs/schemas')

/** The types of public events: each has a schema, as each state of a record has. */
export const publicEventTypes = (): readonly string[] =>
  readdirSync(folder)
    .map((file) => file.replace(/\.json$/, ''))
    .filter((name) => !name.includes('.state.'))
