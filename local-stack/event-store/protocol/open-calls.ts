/** The open appends, reads and subscriptions, with a function that ends each early. */
export interface OpenCalls {
  /** Returns a function that removes the call. */
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
