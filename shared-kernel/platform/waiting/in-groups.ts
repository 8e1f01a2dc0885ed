import { endOfTurn } from './timing.ts'

/**
 * One run of the work for all calls that arrive in one turn of the event loop, or while another run is in flight. Nobody
 * gets an answer to a question that was asked before the call.
 */
export function onceForAll<Answer>(work: () => Promise<Answer>): () => Promise<Answer> {
  let next: Promise<Answer> | undefined
  let last: Promise<unknown> = Promise.resolve()

  return () => {
    if (next !== undefined) return next
    next = last
      .catch(() => undefined)
      .then(endOfTurn)
      .then(() => {
        next = undefined
        return work()
      })
    last = next
    return next
  }
}

/**
 * Collects calls that arrive in one turn of the event loop, or while one group is in flight, into the next group: one
 * statement for many. `work` returns its results in the order of its arguments.
 */
export function inGroups<Input, Answer>(
  work: (asked: readonly Input[]) => Promise<readonly Answer[]>,
): (one: Input) => Promise<Answer | undefined> {
  let group: Input[] = []
  const answers = onceForAll(() => {
    const asked = group
    group = []
    return work(asked)
  })

  return async (one) => {
    const place = group.push(one) - 1
    return (await answers())[place]
  }
}
