import { distance } from 'fastest-levenshtein'
import { fileVariable } from './read.ts'
import { settings } from './settings.ts'

const known = Object.values(settings).flatMap(({ name, ...setting }) =>
  'secret' in setting ? [name, fileVariable(name)] : [name],
)

/** Shorter names are near to those of other programs. */
const SHORTEST = 7
/** Two letters changed places, or one is missing or too many. */
const FARTHEST = 2

/** Variables that are no settings, each beside the setting that it is nearly called, where that has no value. */
export function misspelt(
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const missing = known.filter((name) => name.length >= SHORTEST && environment[name] === undefined)
  return Object.keys(environment)
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = missing.find((setting) => distance(setting, name.toUpperCase()) <= FARTHEST)
      return meant === undefined ? [] : [`${name} is no setting, and changes nothing: ${meant} is`]
    })
}
