import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'

/** After this long without a step it is told that a follower does not come on. */
const STANDSTILL_MS = 10_000
const LONGEST_REASON = 200

/** Knows since when a follower of the log has failed again and again. */
export function standstillWatch(what: string) {
  let failing: { readonly since: number; readonly reason: string } | undefined
  let triedAt = 0
  return {
    tried: () => {
      triedAt = Date.now()
    },
    moved: () => {
      failing = undefined
    },
    failed: (error: unknown) => {
      failing = { since: failing?.since ?? Date.now(), reason: reasonOf(error) }
    },
    /** Where it stands, and why; undefined while it moves, or has been trying for a while again. */
    told: (position: LogPosition) => {
      const now = Date.now()
      if (failing === undefined || now - triedAt > STANDSTILL_MS) return undefined
      if (now - failing.since < STANDSTILL_MS) return undefined
      return `${what} stand still at position ${position.toString()}: ${failing.reason}`
    },
  }
}

const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : 'unknown').slice(0, LONGEST_REASON)
