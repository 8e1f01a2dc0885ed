import { setTimeout as pause } from 'node:timers/promises'
import type {
  AllStreamSubscription,
  ResolvedEvent,
  StreamSubscription,
} from '@eventstore/db-client'

/** How long nothing more must come to be sure that nothing will. */
const SILENCE_MS = 150
const PATIENCE_MS = 15_000

export interface Received {
  readonly events: readonly ResolvedEvent[]
  readonly marks: readonly string[]
  readonly error?: Error
}

/** What a subscription brings until it has caught up or failed, or until nothing comes any more. */
export async function receive(
  subscription: AllStreamSubscription | StreamSubscription,
  isToCatchUp: boolean,
): Promise<Received> {
  const events: ResolvedEvent[] = []
  const marks: string[] = []
  const { promise, resolve } = Promise.withResolvers<Error | undefined>()
  subscription.on('error', resolve)
  subscription.on('data', (event: ResolvedEvent) => events.push(event))
  subscription.on('caughtUp', () => {
    marks.push('caughtUp')
    resolve(undefined)
  })
  subscription.on('end', () => {
    marks.push('end')
    resolve(undefined)
  })
  const silence = pause(isToCatchUp ? PATIENCE_MS : SILENCE_MS, undefined, { ref: false })
  const error = await Promise.race([promise, silence])
  if (error !== undefined) return { events, marks, error }
  const received = { events: [...events], marks: [...marks] }
  await subscription.unsubscribe()
  return received
}
