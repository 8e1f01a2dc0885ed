import { setImmediate as nextTurn } from 'node:timers/promises'

const TURN_MS = 20

/** Yields to other work from time to time during long computations. */
export function createTurns() {
  let since = performance.now()
  return {
    isOver: () => performance.now() - since > TURN_MS,
    next: async () => {
      await nextTurn()
      since = performance.now()
    },
  }
}
