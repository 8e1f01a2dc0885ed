/** Callers at the same time share one run: followers start together. */
export function sharedRun<Answer>(run: () => Promise<Answer>): () => Promise<Answer> {
  let running: Promise<Answer> | undefined
  return () =>
    (running ??= run().finally(() => {
      running = undefined
    }))
}
