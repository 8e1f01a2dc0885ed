/**
 * Runs one piece of work after the other. After a failure it runs nothing more, because what follows
 * would be published without the work that failed.
 */
export function failStopQueue() {
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => undefined)
  let last: Promise<void> = Promise.resolve()

  return {
    add(work: () => Promise<void>): void {
      last = last.then(work)
      last.catch((error: unknown) => failed.reject(error))
    },
    /** Rejects as soon as work has failed; never resolves. */
    failed: failed.promise,
    /** When all work is done that was added; rejects if some has failed. */
    done: () => last,
    /** When none runs any more, however it ended. */
    idle: () => last.catch(() => undefined),
  }
}
