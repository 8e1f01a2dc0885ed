import { setImmediate as nextTurn } from 'node:timers/promises'

const TURN_MS = 20

/** For whoever may keep the process busy: lets the others have their turn now and then. */
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
