/** What a ratio or figure should come to: a rate or quality at least, a time at most. */
export type Aim = { readonly atLeast: number } | { readonly atMost: number }

/** By benchmark, then by the name of the ratio or figure. */
export const aims: Readonly<Record<string, Readonly<Record<string, Aim>>>> = {
  append: { drafts: { atLeast: 0.25 }, oneClientP50Ms: { atMost: 6 } },
  'event-store': {
    append64: { atLeast: 0.5 },
    read: { atLeast: 0.7 },
    growth: { atMost: 1.3 },
    rssMb: { atMost: 300 },
  },
  projections: { catchUp: { atLeast: 0.6 }, vsEmmett: { atLeast: 10 }, lagP99: { atMost: 20 } },
  rebuild: {
    vsCatchUp: { atMost: 1.3 },
    verifyVsRebuild: { atMost: 1.3 },
    forgottenVsReadable: { atMost: 1.05 },
  },
  lists: {
    throughput: { atLeast: 0.8 },
    firstPageP99: { atMost: 3 },
    growth: { atMost: 1.3 },
    deepPage: { atMost: 1.5 },
  },
  screening: {
    f1: { atLeast: 0.83 },
    f1Persons: { atLeast: 0.82 },
    p95Ms: { atMost: 15 },
    p99Ms: { atMost: 50 },
    rescreeningMinutes: { atMost: 10 },
  },
  peers: {
    createCpuMicros: { atMost: 1600 },
    creates16VsEmmett: { atLeast: 0.5 },
    creates64VsEmmett: { atLeast: 0.7 },
    pages16VsPlain: { atLeast: 0.5 },
    pages64VsPlain: { atLeast: 0.5 },
  },
  feed: { throughput: { atLeast: 0.7 }, latencyP99: { atMost: 3 } },
}

export const isMet = (aim: Aim, value: number) =>
  'atLeast' in aim ? value >= aim.atLeast : value <= aim.atMost

export const aimInWords = (aim: Aim) => ('atLeast' in aim ? `≥ ${aim.atLeast}` : `≤ ${aim.atMost}`)

export const limitOf = (aim: Aim) => ('atLeast' in aim ? aim.atLeast : aim.atMost)
