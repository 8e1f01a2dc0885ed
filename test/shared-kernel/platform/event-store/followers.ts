import {
  BEFORE_THE_LOG,
  type EventStore,
  type LogSubscription,
} from '#kernel/platform/event-store/event-store.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { eventually, logOf, recorder } from './support.ts'

interface FollowerOptions {
  readonly name?: string
  readonly after?: LogSubscription['after']
  readonly maxBatch?: number
  readonly streamPrefixes?: readonly string[]
  readonly mostOfTheLog?: true
  readonly ahead?: () => Promise<void>
}

/** Follows the log from its beginning, if from nowhere else, and notes what it sees. */
export function follow(store: EventStore, { ahead, ...wanted }: FollowerOptions = {}) {
  const seen = recorder(ahead)
  const subscription = store.subscribe({
    name: 'all',
    after: BEFORE_THE_LOG,
    maxBatch: 5_000,
    handle: seen.handle,
    ...wanted,
  })
  return { seen, subscription }
}

export type Follower = ReturnType<typeof follow>

export const allAtTheEnd = async (store: EventStore, followers: readonly Follower[]) =>
  allAt(await store.headOfLog(), followers)

export async function allAt(position: LogPosition, followers: readonly Follower[]) {
  for (const { subscription } of followers) {
    await eventually(() => subscription.place().position >= position).toBe(true)
  }
}

/** The ids of all events. */
export const wholeLog = async (store: EventStore) => (await logOf(store)).map(({ id }) => id)
