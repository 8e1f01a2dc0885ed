import { beforeAll } from 'vitest'

interface Started {
  readonly close: () => unknown
}

/** What is started before the first test of the file, and closed after the last one. */
export function forThisFile<Running extends Started>(start: () => Promise<Running>): () => Running {
  let running: Running | undefined
  beforeAll(async () => {
    const started = await start()
    running = started
    return async () => {
      await started.close()
    }
  })
  return () => {
    if (running === undefined) throw new Error('what a file needs starts before its first test')
    return running
  }
}
