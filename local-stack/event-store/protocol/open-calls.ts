/** The calls that stay open until somebody ends them: appends in batches and subscriptions. */
export interface OpenCalls {
  /** Gives back a function to take the call out again. */
  readonly add: (end: () => void) => () => void
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
    endAll: () => {
      isClosing = true
      for (const end of ends) end()
    },
  }
}
