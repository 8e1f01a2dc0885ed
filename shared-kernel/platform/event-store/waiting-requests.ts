/** The requests that wait for the store, with their retries. */
export interface WaitingRequests {
  /** It waits until the work is over. */
  readonly awaited: <Answer>(work: () => Promise<Answer>) => Promise<Answer>
  /** For how long the oldest one has waited. */
  readonly longestWaitMs: () => number
}

export function createWaitingRequests(): WaitingRequests {
  /** When each of them began, the oldest first. */
  const waiting = new Set<{ readonly since: number }>()
  return {
    awaited: async (work) => {
      const request = { since: Date.now() }
      waiting.add(request)
      try {
        return await work()
      } finally {
        waiting.delete(request)
      }
    },
    longestWaitMs: () => {
      const [oldest] = waiting
      return oldest === undefined ? 0 : Date.now() - oldest.since
    },
  }
}
