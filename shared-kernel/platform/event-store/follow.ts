import type { EventStore, LogSubscription } from './event-store.ts'

export interface Until {
  readonly stop: AbortSignal
  /** What else ends it. An error, resolved or rejected, is thrown. */
  readonly ends?: readonly Promise<unknown>[]
  /** Closes what its batches wait for, while the subscription closes; called with what it failed with. */
  readonly closing?: (failure: unknown) => Promise<unknown>
}

/** Follows the log with one subscription until it is stopped or ends; throws what it, or another end, failed with. */
export async function follow(
  { subscribe }: Pick<EventStore, 'subscribe'>,
  wanted: LogSubscription,
  { stop, ends = [], closing = async () => undefined }: Until,
): Promise<void> {
  const stopped = Promise.withResolvers<undefined>()
  const end = () => stopped.resolve(undefined)
  stop.addEventListener('abort', end)
  if (stop.aborted) end()
  const subscription = subscribe(wanted)
  let failure: unknown
  try {
    failure = await Promise.race([subscription.ended, stopped.promise, ...ends])
    if (failure instanceof Error) throw failure
  } catch (error) {
    failure = error
    throw error
  } finally {
    stop.removeEventListener('abort', end)
    await Promise.all([subscription.close(), closing(failure)])
  }
}
