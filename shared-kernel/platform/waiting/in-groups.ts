/**
 * Collects calls that arrive while one group is in flight into the next group: one statement for many.
 * `work` returns its results in the order of its arguments.
 */
export function inGroups<Input, Answer>(
  work: (asked: readonly Input[]) => Promise<readonly Answer[]>,
): (one: Input) => Promise<Answer | undefined> {
  let group: Input[] = []
  let last: Promise<readonly Answer[]> = Promise.resolve([])

  return async (one) => {
    const place = group.push(one) - 1
    if (place === 0) {
      last = last
        .catch(() => undefined)
        .then(() => {
          const asked = group
          group = []
          return work(asked)
        })
    }
    return (await last)[place]
  }
}
