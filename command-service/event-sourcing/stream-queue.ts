import PQueue from 'p-queue'

const MAX_WAITING = 10_000
const PATIENCE_MS = 10_000

/** Too many callers compete for one stream. The work was not done. */
export class TooBusy extends Error {
  override readonly name = 'TooBusy'

  constructor(stream: string) {
    super(`${stream} is too busy`)
  }
}

/** Work on one stream runs one after the other; streams do not wait for each other. */
export type Enqueue = <T>(stream: string, work: () => Promise<T>) => Promise<T>

/** Spares the callers within one process a storm of conflicts on the same stream. */
export function streamQueue(): Enqueue {
  const queues = new Map<string, PQueue>()

  function queueOf(stream: string): PQueue {
    const queue = queues.get(stream) ?? new PQueue({ concurrency: 1 })
    if (!queues.has(stream)) queue.addEventListener('idle', () => queues.delete(stream))
    queues.set(stream, queue)
    return queue
  }

  return async (stream, work) => {
    const queue = queueOf(stream)
    if (queue.size >= MAX_WAITING) throw new TooBusy(stream)
    const since = performance.now()
    return queue.add(async () => {
      if (performance.now() - since > PATIENCE_MS) throw new TooBusy(stream)
      return work()
    })
  }
}
