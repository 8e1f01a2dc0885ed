import { type LogPosition, START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'

const MAX_WAITING = 10_000

interface Waiter {
  readonly position: LogPosition
  readonly settle: (reached: boolean) => void
}

/** A position that moves, and the callers that wait for it: sorted by position, then by arrival. */
export function createWaitingCallers() {
  const waiters: Waiter[] = []
  let position = START_OF_LOG

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
    /** The position may go back when the tables are rebuilt. */
    moveTo(reached: LogPosition) {
      position = reached
      for (const waiter of waiters.splice(0, placeBehind(reached))) waiter.settle(true)
    },
    waitFor(wanted: LogPosition, timeoutMs: number): Promise<boolean> {
      if (wanted <= position) return Promise.resolve(true)
      if (timeoutMs <= 0 || waiters.length >= MAX_WAITING) return Promise.resolve(false)
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const waiter = {
        position: wanted,
        settle: (reached: boolean) => {
          clearTimeout(timer)
          resolve(reached)
        },
      }
      const timer = setTimeout(() => {
        waiters.splice(waiters.indexOf(waiter), 1)
        resolve(false)
      }, timeoutMs)
      waiters.splice(placeBehind(wanted), 0, waiter)
      return promise
    },
    sendAway() {
      for (const waiter of waiters.splice(0)) waiter.settle(false)
    },
  }
}
