import type { Json, PublicEvent } from '#publishing/events/public-event.ts'
import type { StateNoun } from './state-nouns.ts'

/** What the events of a key have led to. */
export interface KeyState {
  readonly fields: Json
  readonly isDeleted: boolean
}

export const nothing: KeyState = { fields: {}, isDeleted: false }

/** The latest value of each public field, the status, and the event that was last. */
export function fold(
  { isWhole = false, statusAfter, isDeletedBy }: StateNoun,
  before: KeyState,
  { name, data, recordedAt }: Pick<PublicEvent, 'name' | 'data'> & { readonly recordedAt: string },
): KeyState {
  const status = statusAfter?.[name]
  return {
    fields: {
      ...(isWhole ? {} : before.fields),
      ...data,
      ...(status !== undefined && { status }),
      lastEvent: name,
      updatedAt: recordedAt,
    },
    isDeleted: isDeletedBy?.(name, data) ?? false,
  }
}
