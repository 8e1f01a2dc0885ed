import PQueue from 'p-queue'

export type SerialQueue = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Runs one piece of work at a time, in the order of the calls, and refuses none: for few callers that
 * share a thing. A failure is its own caller's alone.
 */
export function serialQueue(): SerialQueue {
  const queue = new PQueue({ concurrency: 1 })
  return (work) => queue.add(work)
}
