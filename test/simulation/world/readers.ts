import { setTimeout as pause } from 'node:timers/promises'
import type { UntilReadable } from '#command/event-sourcing/named-when-shown.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import type { SimulatedLog } from './log.ts'
import type { VirtualTime } from './time.ts'

/** What queries show: each event some time after it was recorded. */
export interface SimulatedReaders {
  readonly shown: () => readonly StoredEvent[]
  readonly untilReadable: UntilReadable
}

const ASKED_AGAIN_AFTER_MS = 50

export function readersOf(
  { time, log }: { readonly time: VirtualTime; readonly log: SimulatedLog },
  { lagMs, patienceMs }: { readonly lagMs: number; readonly patienceMs: number },
): SimulatedReaders {
  const shown = () => {
    const late = log.events().findIndex(({ storedAt }) => storedAt + lagMs > time.now())
    return late === -1 ? log.events() : log.events().slice(0, late)
  }
  const reach = () => shown().at(-1)?.position
  return {
    shown,
    async untilReadable(position) {
      for (const until = Date.now() + patienceMs; ; await pause(ASKED_AGAIN_AFTER_MS)) {
        const reached = reach()
        if (reached !== undefined && reached >= position) return true
        if (Date.now() > until) return false
      }
    },
  }
}
