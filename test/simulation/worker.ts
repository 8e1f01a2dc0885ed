import { parentPort, workerData } from 'node:worker_threads'
import { replaceGlobals } from './world/globals.ts'
import { replaceCaches } from './world/replace-caches.ts'

/** Which seeds a worker plays. */
export interface Share {
  readonly part: 'commands' | 'projections'
  readonly from: number
  readonly seeds: number
  readonly place: number
  readonly workers: number
  /** Whether a story is wanted although all is well. */
  readonly tells: boolean
}

/** What came of a seed. */
export type Played = Counted | (Counted & Told)

interface Counted {
  readonly seed: number
  /** Of the log. */
  readonly digest: string
  readonly steps: number
  readonly clients: number
  /** Faults that were planned. */
  readonly happened: number
}

interface Told {
  readonly faults: readonly string[]
  readonly story: readonly string[]
  readonly plan: string
}

/** As much of an error's stack as a story tells; many more are made than are told. */
Error.stackTraceLimit = 3

const share: Share = workerData
replaceGlobals()
replaceCaches()
const { playSeed } = await (share.part === 'projections'
  ? ofProjections()
  : import('./play-seed.ts'))

for (let seed = share.from + share.place; seed < share.from + share.seeds; seed += share.workers) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage((await playSeed(seed, share.tells)) satisfies Played)
}

async function ofProjections() {
  const { replaceClient } = await import('./projections/database/client.ts')
  replaceClient()
  return import('./projections/play-seed.ts')
}
