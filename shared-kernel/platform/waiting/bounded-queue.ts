import { LRUCache } from 'lru-cache'
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

/** More companies than look at the pages of one installation within minutes. */
const MOST_COMPANIES = 1_000

/**
 * The same for each company alone: one piece of its work runs at a time, `waiting` more wait, and those of different
 * companies take turns on the `atOnce` places that all share. So no company shuts another out.
 */
export function queuePerCompany({ atOnce, waiting }: Limits) {
  const shared = new PQueue({ concurrency: atOnce })
  const companies = new LRUCache<string, BoundedQueue>({ max: MOST_COMPANIES })
  return <Result>(companyId: string, work: () => Promise<Result>): Promise<Result> => {
    const own = companies.get(companyId) ?? boundedQueue({ atOnce: 1, waiting })
    companies.set(companyId, own)
    return own(() => shared.add(work))
  }
}
