import type { Static, TProperties, TSchema } from 'typebox'
import type { Validator } from 'typebox/compile'

class BadRequest extends Error {
  override readonly name = 'BadRequest'
  readonly statusCode = 400
}

/** The value as the schema describes it; a request with another shape is answered 400. */
export function parsed<Schema extends TSchema>(
  validator: Validator<TProperties, Schema>,
  value: unknown,
): Static<Schema> {
  if (validator.Check(value)) return value
  const faults = validator
    .Errors(value)
    .map(({ instancePath, message }) => `${instancePath} ${message}`)
  throw new BadRequest(faults.join('; ').trim())
}
