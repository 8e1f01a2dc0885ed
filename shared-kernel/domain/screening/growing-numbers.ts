/** Numbers that are added one by one and stored in a typed array. */
export interface GrowingNumbers<Numbers> {
  readonly push: (value: number) => void
  readonly length: () => number
  readonly done: () => Numbers
}

const FIRST_CAPACITY = 1024

export function growingUint32(): GrowingNumbers<Uint32Array> {
  let numbers = new Uint32Array(FIRST_CAPACITY)
  let length = 0
  return {
    push(value) {
      if (length === numbers.length) {
        const wider = new Uint32Array(length * 2)
        wider.set(numbers)
        numbers = wider
      }
      numbers[length++] = value
    },
    length: () => length,
    done: () => numbers.slice(0, length),
  }
}

/** The members of group n are `members[starts[n] .. starts[n + 1]]`. */
export interface Grouped {
  readonly starts: Uint32Array
  readonly members: Uint32Array
}

/** Sorts `members` by their group. */
export function grouped(groupOf: Uint32Array, members: Uint32Array, groups: number): Grouped {
  const starts = new Uint32Array(groups + 1)
  for (const group of groupOf) starts[group + 1] = (starts[group + 1] ?? 0) + 1
  for (let group = 0; group < groups; group++) {
    starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0)
  }
  const next = starts.slice(0, groups)
  const sorted = new Uint32Array(members.length)
  for (let at = 0; at < members.length; at++) {
    const group = groupOf[at] ?? 0
    const place = next[group] ?? 0
    sorted[place] = members[at] ?? 0
    next[group] = place + 1
  }
  return { starts, members: sorted }
}

export const membersOf = ({ starts, members }: Grouped, group: number): Uint32Array =>
  members.subarray(starts[group], starts[group + 1])
