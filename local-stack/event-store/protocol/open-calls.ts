/** The calls that are open, and what ends them early: appends, reads and subscriptions. */
export interface OpenCalls {
  /** Gives back a function to take the call out again. */
  readonly add: (end: () => void) => () => void
  readonly count: () => number
  readonly endAll: () => void
}

export function createOpenCalls(): OpenCalls {
  const ends = new Set<() => void>()
  let isClosing = false
  return {
    add: (end) => {
      if (isClosing) queueMicrotask(end)
      ends.add(end)
      return () => {
        ends.delete(end)
      }
    },
    count: () => ends.size,
    endAll: () => {
      isClosing = true
      for (const end of ends) end()
    },
  }
}
