import { CommandError } from '#kernel/platform/cli/command.ts'

/** What a topic holds of one key. */
export interface HeldKey {
  readonly firstId: string
  readonly lastId: string
  readonly count: number
}

export interface HeldTopic {
  readonly keys: ReadonlyMap<string, HeldKey>
  /** Whether the broker deleted old records, by retention or on request. */
  readonly lostItsHead: boolean
}

/** Takes note of a record; those of a key come in their order. */
export function hold(
  keys: Map<string, HeldKey>,
  { key, id }: { readonly key: string; readonly id: string },
) {
  const { firstId = id, count = 0 } = keys.get(key) ?? {}
  keys.set(key, { firstId, lastId: id, count: count + 1 })
}

interface Held extends HeldTopic {
  /** Then earlier records of a key are missing on purpose. */
  readonly isCompacted?: boolean
}

interface LoggedEvent {
  readonly topic: string
  readonly key: string
  readonly id: string
}

/**
 * Says for each event of the log, in order, whether the topic lacks it. A key whose records have a
 * gap cannot be filled in order, and is refused.
 */
export function missingIn({ keys, lostItsHead, isCompacted = false }: Held) {
  const mayLackEarlier = lostItsHead || isCompacted
  const seen = new Map<string, { count: number; reachedFirst: boolean; reachedLast: boolean }>()
  return ({ topic, key, id }: LoggedEvent): boolean => {
    const held = keys.get(key)
    if (held === undefined) return true
    const at = seen.get(key) ?? { count: 0, reachedFirst: false, reachedLast: false }
    seen.set(key, at)
    if (at.reachedLast) return true
    at.reachedFirst ||= id === held.firstId
    if (!at.reachedFirst) {
      // Old records that the broker deleted on purpose stay deleted.
      if (mayLackEarlier) return false
      throw outOfOrder(topic, key)
    }
    at.count += 1
    at.reachedLast = id === held.lastId
    if (at.reachedLast && at.count !== held.count && !isCompacted) throw outOfOrder(topic, key)
    return false
  }
}

const outOfOrder = (topic: string, key: string) =>
  new CommandError(
    `${topic} holds later events of the key ${key} than some that it lacks: delete the topic, and run the same command again.`,
  )
