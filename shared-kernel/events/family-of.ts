import { categoryOf } from './category-of.ts'
import { families } from './families.ts'

const byCategory = new Map(families.map((family) => [family.category, family]))

/** The events of a stream; undefined if the stream is not ours. */
export const familyOf = (stream: string) => byCategory.get(categoryOf(stream))
