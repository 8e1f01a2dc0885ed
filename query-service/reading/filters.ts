import { sql } from 'kysely'
import { microsecondsOf } from '#kernel/answers/times.ts'
import { fold } from '#kernel/domain/turkish-text.ts'

/** The condition that a filter asks for; none when it is not given. */
export const filter = <Value, Condition>(
  value: Value | undefined,
  make: (value: Value) => Condition,
): readonly Condition[] => (value === undefined ? [] : [make(value)])

export const updatedSince = (moment: string) =>
  sql<boolean>`updated_at > ${microsecondsOf(moment).toString()}`

/**
 * In folded text, letter by letter: nothing stands for anything else. What has no letters, such as a
 * lone accent, is in no text.
 */
export function contains(
  column: 'name_folded' | 'full_name_folded' | 'line_name_folded',
  text: string,
) {
  const folded = fold(text)
  return folded === ''
    ? sql<boolean>`false`
    : sql<boolean>`strpos(${sql.ref(column)}, ${folded}) > 0`
}

/** Digits are an identity number; anything else is looked for in the name. */
export const idNoOrName = (text: string) =>
  /^\d+$/.test(text) ? sql<boolean>`id_no = ${text}` : contains('name_folded', text)
