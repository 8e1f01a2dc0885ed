import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'

export interface Waiter {
  readonly position: LogPosition
  /** Undefined: it waits for all companies. */
  readonly companyId: string | undefined
  readonly settle: (reached: boolean) => void
}

/** Waiting callers, sorted by position, then by arrival. */
export interface WaitingLine {
  readonly position: () => LogPosition
  /** The position may go back when the tables are rebuilt. */
  readonly moveTo: (reached: LogPosition) => void
  /** Settles it at once if its position is reached. */
  readonly join: (waiter: Waiter) => void
  readonly leave: (waiter: Waiter) => void
  /** Lets all go, unsettled. */
  readonly empty: () => readonly Waiter[]
}

export function createWaitingLine(start: LogPosition): WaitingLine {
  const waiters: Waiter[] = []
  let position = start

  function placeBehind(wanted: LogPosition) {
    let low = 0
    let high = waiters.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((waiters[middle]?.position ?? wanted) <= wanted) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    position: () => position,
    moveTo(reached) {
      position = reached
      for (const waiter of waiters.splice(0, placeBehind(reached))) waiter.settle(true)
    },
    join(waiter) {
      if (waiter.position <= position) waiter.settle(true)
      else waiters.splice(placeBehind(waiter.position), 0, waiter)
    },
    leave(waiter) {
      const index = waiters.lastIndexOf(waiter, placeBehind(waiter.position) - 1)
      if (index >= 0) waiters.splice(index, 1)
    },
    empty: () => waiters.splice(0),
  }
}
