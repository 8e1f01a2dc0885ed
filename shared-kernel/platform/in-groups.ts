/**
 * Callers that come while one group is on its way share the next one: one statement for many.
 * `work` answers in the order of what it was asked.
 */
export function inGroups<Asked, Answer>(
  work: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
): (one: Asked) => Promise<Answer | undefined> {
  let group: Asked[] = []
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
