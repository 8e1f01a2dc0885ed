import PQueue from 'p-queue'

/** Too many callers wait already. */
export class TooBusy extends Error {
  override readonly name = 'TooBusy'
}

interface Limits {
  readonly atOnce: number
  readonly waiting: number
}

export interface Urgency {
  /** It overtakes all that is not, and waits where nothing else may wait any more. */
  readonly isFirst?: boolean
}

export type BoundedQueue = <Result>(
  work: () => Promise<Result>,
  urgency?: Urgency,
) => Promise<Result>

/** Runs a few costly pieces of work at once, lets a few more wait, and refuses all others. */
export function boundedQueue({ atOnce, waiting }: Limits): BoundedQueue {
  const queue = new PQueue({ concurrency: atOnce })
  return async (work, { isFirst = false } = {}) => {
    const priority = isFirst ? 1 : 0
    if (queue.sizeBy({ priority }) >= waiting) throw new TooBusy()
    return queue.add(work, { priority })
  }
}
