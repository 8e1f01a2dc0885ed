import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Settings } from 'typebox/system'

/** All faults are reported at once. Only the fields of a schema count towards this limit. */
Settings.Set({ maxErrors: 1_000 })

const validators = new WeakMap<TSchema, Validator>()

export function validatorOf(schema: TSchema): Validator {
  const known = validators.get(schema)
  if (known !== undefined) return known
  const made = Compile(schema)
  validators.set(schema, made)
  return made
}
