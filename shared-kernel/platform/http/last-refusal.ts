import { NeedsSomebody, unavailabilityOf } from '#kernel/platform/errors/unavailability.ts'

/** After that a service is tried again: a balancer sends nothing to one that is not ready. */
const TRUSTED_FOR_MS = 10_000

/** What keeps the database from doing its work, as requests met it. */
export interface LastRefusal {
  readonly met: (error: unknown) => void
  readonly succeeded: () => void
  /** For readiness; empty if nothing was refused for some seconds. */
  readonly missing: () => readonly string[]
}

export function lastRefusal(now: () => number = performance.now.bind(performance)): LastRefusal {
  let words = ''
  let until = 0
  return {
    met(error) {
      const refusal = unavailabilityOf(error)
      if (!(refusal instanceof NeedsSomebody)) return
      words = refusal.message
      until = now() + TRUSTED_FOR_MS
    },
    succeeded: () => {
      until = 0
    },
    missing: () => (now() < until ? [words] : []),
  }
}
