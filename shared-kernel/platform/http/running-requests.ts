/** The requests whose handlers run, also after the caller has disconnected. */
export interface RunningRequests {
  readonly during: <T>(requestId: string, work: () => Promise<T>) => Promise<T>
  /** Ids of those that have run for so long. */
  readonly olderThan: (ageMs: number) => readonly string[]
}

export function runningRequests(): RunningRequests {
  /** A caller may give two requests one id. */
  const running = new Map<symbol, { readonly requestId: string; readonly since: number }>()
  return {
    async during(requestId, work) {
      const entry = Symbol(requestId)
      running.set(entry, { requestId, since: performance.now() })
      try {
        return await work()
      } finally {
        running.delete(entry)
      }
    },
    olderThan(ageMs) {
      const before = performance.now() - ageMs
      return [...running.values()]
        .filter(({ since }) => since <= before)
        .map(({ requestId }) => requestId)
    },
  }
}
