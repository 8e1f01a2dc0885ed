import PQueue from 'p-queue'

/** Too many callers wait already. */
export class TooBusy extends Error {
  override readonly name = 'TooBusy'
}

interface Limits {
  readonly atOnce: number
  readonly waiting: number
}

export type BoundedQueue = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Runs a few costly pieces of work at once, lets a few more wait, and refuses all others. */
export function boundedQueue({ atOnce, waiting }: Limits): BoundedQueue {
  const queue = new PQueue({ concurrency: atOnce })
  return async (work) => {
    if (queue.size >= waiting) throw new TooBusy()
    return queue.add(work)
  }
}
