import { fold } from '#kernel/domain/turkish-text.ts'

const SORTED_CHARACTERS = 200

/** The sort key of a name: short enough for an index, however long the name is. */
export const sortText = (name: string): string => fold(name).slice(0, SORTED_CHARACTERS)
