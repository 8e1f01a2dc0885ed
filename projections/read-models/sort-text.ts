import { fold } from '#kernel/domain/turkish-text.ts'

const SORTED_CHARACTERS = 200

/** What lists sort a name by; short enough for an index, whatever was written. */
export const sortText = (name: string): string => fold(name).slice(0, SORTED_CHARACTERS)
