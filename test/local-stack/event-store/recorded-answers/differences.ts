/** Where the node answers otherwise. Its README gives the reason for each. */
export const differences: readonly { readonly what: string; readonly steps: readonly string[] }[] =
  [
    {
      what: 'a repeat is recognised although the same id is in another stream too',
      steps: ['random 50 #12'],
    },
    {
      what: 'positions have no gaps, and what begins nowhere begins at the next one',
      steps: [
        '$all from a place between two events #1',
        '$all from a place between two events #2',
        '$all from a place between two events #3',
        '$all from a place between two events #4',
        '$all from a place between two events #5',
        '$all from a place between two events #6',
        '$all subscription from a place between two events #1',
      ],
    },
  ]
