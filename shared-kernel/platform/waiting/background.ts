export interface Background {
  readonly close: () => Promise<void>
}

/** Begins work that goes on until its signal is aborted; closing aborts it, and waits for its end. */
export function inBackground(work: (closing: AbortSignal) => Promise<unknown>): Background {
  const closing = new AbortController()
  const ended = work(closing.signal)
  return {
    async close() {
      closing.abort()
      await ended
    },
  }
}
