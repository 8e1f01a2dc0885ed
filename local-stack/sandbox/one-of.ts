import { Type } from 'typebox'

/** The schema of one value of a list. */
export const oneOf = <const Word extends string>(words: readonly Word[]) => Type.Enum([...words])
