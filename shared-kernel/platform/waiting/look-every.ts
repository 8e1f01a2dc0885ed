/**
 * Looks again and again until the function that it returns is called, one look at a time; `look` answers
 * undefined where none is due. It keeps no process alive.
 */
export function lookEvery(ms: number, look: () => Promise<unknown> | undefined): () => void {
  let looking: Promise<unknown> | undefined
  const timer = setInterval(() => {
    looking ??= look()?.finally(() => {
      looking = undefined
    })
  }, ms)
  timer.unref()
  return () => clearInterval(timer)
}
