import { type TSchema, Type } from 'typebox'

/** A schema with its words and an example in the OpenAPI document. */
export function described<S extends TSchema>(schema: S, words: string, example?: unknown): S
export function described(schema: TSchema, words: string, example?: unknown): TSchema {
  // A copy by its members would lose what TypeBox hides in a schema: a refinement, for example.
  return Type.With(schema, {
    description: words,
    ...(example !== undefined && { examples: [example] }),
  })
}
