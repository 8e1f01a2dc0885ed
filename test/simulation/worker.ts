import { parentPort, workerData } from 'node:worker_threads'
import { replaceGlobals } from './world/globals.ts'

/** Which seeds a worker plays. */
export interface Share {
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

replaceGlobals()
const { playSeed } = await import('./play-seed.ts')

const share: Share = workerData
for (let seed = share.from + share.place; seed < share.from + share.seeds; seed += share.workers) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage((await playSeed(seed, share.tells)) satisfies Played)
}
