/** Workers that run until they are stopped. The first failure stops all of them. */
export interface Work {
  /** Throws when somebody has failed. */
  readonly check: () => void
  /** Resolves when everybody has come to an end; rejects when somebody has failed. */
  readonly stop: () => Promise<void>
}

export function startWork(work: (over: AbortSignal) => readonly Promise<void>[]): Work {
  const over = new AbortController()
  const done = Promise.all(work(over.signal))
  let failure: { readonly error: unknown } | undefined
  done.catch((error: unknown) => {
    failure = { error }
    over.abort()
  })
  return {
    check() {
      if (failure !== undefined) throw failure.error
    },
    async stop() {
      over.abort()
      await done
    },
  }
}
