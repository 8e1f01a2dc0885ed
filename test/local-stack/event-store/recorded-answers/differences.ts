interface Difference {
  readonly what: string
  readonly steps: readonly string[]
}

/** Where the node answers otherwise. Its README gives the reason for each. */
export const differences: readonly Difference[] = [
  {
    what: 'a repeat is recognised although the same id is in another stream too',
    steps: ['random 50 #12'],
  },
]
