import { parentPort, workerData } from 'node:worker_threads'
import type { Scope } from './small-scope.ts'
import { replaceGlobals } from './world/globals.ts'
import { replaceCaches } from './world/replace-caches.ts'

/** Which seeds a worker plays. */
export interface Share {
  readonly part: 'commands' | 'projections'
  readonly from: number
  readonly seeds: number
  readonly place: number
  readonly workers: number
  /** Files of plans: each is played with each of the seeds, or with its own seed where there is one. */
  readonly plans: readonly string[]
  /** Every small plan of these, and no seed; null: seeds. */
  readonly scope: Scope | null
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
const tell = (played: Played) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(played)
}
if (share.scope !== null) await playSmall(share.scope)
else if (share.plans.length > 0) await playFiles()
else await playSeeds()

async function playSeeds() {
  const { playSeed } = await (share.part === 'projections'
    ? ofProjections()
    : import('./play-seed.ts'))
  for (const seed of seedsOf(share)) tell(await playSeed(seed, share.tells))
}

async function playFiles() {
  const { playFile } = await import('./play-seed.ts')
  const isOne = share.seeds === 1
  for (const seed of seedsOf(share)) {
    for (const file of share.plans) tell(await playFile(file, isOne ? null : seed, share.tells))
  }
}

async function playSmall(scope: Scope) {
  const { playScope } = await import('./play-seed.ts')
  for await (const played of playScope(scope, share)) tell(played)
}

function* seedsOf({ from, seeds, place, workers }: Share) {
  for (let seed = from + place; seed < from + seeds; seed += workers) yield seed
}

async function ofProjections() {
  const { replaceClient } = await import('./projections/database/client.ts')
  replaceClient()
  return import('./projections/play-seed.ts')
}
