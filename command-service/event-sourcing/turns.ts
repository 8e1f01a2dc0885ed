const MAX_WAITING = 10_000
const PATIENCE_MS = 10_000

/** Others were always quicker, or too many waited: what was asked for was not done. */
export class TooBusy extends Error {
  override readonly name = 'TooBusy'

  constructor(stream: string) {
    super(`${stream} is too busy`)
  }
}

interface Queue {
  length: number
  /** Settles, and never fails, when the last one in the queue is done. */
  end: Promise<unknown>
}

/** Work on the same stream waits for the work that came before it; work on others does not. */
export type InTurn = <T>(stream: string, work: () => Promise<T>) => Promise<T>

/** Spares those of one process who want to change the same stream a storm of conflicts. */
export function turns(): InTurn {
  const queues = new Map<string, Queue>()

  return async (stream, work) => {
    const queue = queues.get(stream) ?? { length: 0, end: Promise.resolve() }
    if (queue.length >= MAX_WAITING) throw new TooBusy(stream)
    const since = performance.now()
    const turn = queue.end.then(() => {
      if (performance.now() - since > PATIENCE_MS) throw new TooBusy(stream)
      return work()
    })
    queue.length += 1
    queue.end = turn.catch(() => undefined)
    queues.set(stream, queue)
    try {
      return await turn
    } finally {
      queue.length -= 1
      if (queue.length === 0) queues.delete(stream)
    }
  }
}
