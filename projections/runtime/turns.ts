/** Lets pieces of work that share something have it one after the other, in the order they came. */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    take<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
      const mine = last.then(work)
      last = mine.catch(() => undefined)
      return mine
    },
  }
}

export type Turns = ReturnType<typeof createTurns>
