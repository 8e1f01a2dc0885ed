import { setTimeout as pause } from 'node:timers/promises'
import { Unavailable } from '#kernel/domain/unavailable.ts'
import { spendFromBudget } from '#kernel/platform/waiting/waiting-budget.ts'

const MAX_WAITING = 10_000
const PATIENCE_MS = 10_000
const MAX_CONFLICTS = 100
const LONGEST_PAUSE_MS = 32
const RETRY_AFTER_SECONDS = 1

/** Too many callers compete for one stream. The work was not done. */
export class StreamTooBusy extends Unavailable {
  override readonly name = 'StreamTooBusy'

  constructor(stream: string) {
    super(`${stream} is too busy`, RETRY_AFTER_SECONDS)
  }
}

/** Work on one stream runs one after the other; streams do not wait for each other. */
export type Enqueue = <T>(stream: string, work: () => Promise<T>) => Promise<T>

interface Queue {
  /** Settles when the work that came last is done. */
  last: Promise<unknown>
  length: number
}

/** Serial execution for each stream, so that callers within one process do not conflict with each other. */
export function streamQueue(): Enqueue {
  const queues = new Map<string, Queue>()

  return async (stream, work) => {
    const queue = queues.get(stream) ?? { last: Promise.resolve(), length: 0 }
    if (queue.length > MAX_WAITING) throw new StreamTooBusy(stream)
    const mine = runAfter(stream, queue.last, work)
    queue.last = mine
    queue.length += 1
    queues.set(stream, queue)
    try {
      return await mine
    } finally {
      queue.length -= 1
      if (queue.length === 0) queues.delete(stream)
    }
  }
}

async function runAfter<T>(stream: string, before: Promise<unknown>, work: () => Promise<T>) {
  const since = performance.now()
  await before.catch(() => undefined)
  const waitedMs = performance.now() - since
  if (!spendFromBudget(waitedMs) || waitedMs > PATIENCE_MS) throw new StreamTooBusy(stream)
  return work()
}

/**
 * The pause between two tries to write, after another process has written first. It is random, so that
 * the processes do not collide again. Most conflicts end within a few tries; the limit bounds the rest.
 */
export async function pauseAfterConflict(stream: string, conflicts: number): Promise<void> {
  if (conflicts >= MAX_CONFLICTS) throw new StreamTooBusy(stream)
  await pause(Math.random() * Math.min(2 ** conflicts, LONGEST_PAUSE_MS))
}
