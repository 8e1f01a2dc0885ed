export interface Order {
  /** Executes it after all that were sent before. */
  readonly send: <Answer>(work: () => Promise<Answer>) => Promise<Answer>
  /** Resolves once no statement is under way, and none follows. */
  readonly settled: () => Promise<void>
}

/** Statements one after the other, in the order in which they were sent. */
export function inOrder(): Order {
  let last: Promise<unknown> = Promise.resolve()

  return {
    send(work) {
      const answer = last.then(work)
      last = answer.catch(() => undefined)
      return answer
    },
    async settled() {
      for (let seen; seen !== last; ) {
        seen = last
        await seen
        // What an answer lets go on may itself wait for the end of a turn before it sends.
        await eventLoopTurn()
        await eventLoopTurn()
      }
    },
  }
}

/** After it, all that waits for no more than what is known has been done. */
export const eventLoopTurn = () => new Promise<void>((resolve) => void setImmediate(resolve))
