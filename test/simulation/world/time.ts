import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { realImmediate } from './real.ts'

/** A process of the simulated system. What it has begun ends with it. */
export interface Process {
  readonly name: string
  isAlive: boolean
  /** It ends what it has begun, and begins nothing more. */
  isStopping: boolean
  /** While it is suspended, nothing of it runs. Virtual milliseconds. */
  suspendedUntil: number
  /** By how much its clock is ahead. */
  readonly clockOffsetMs: number
}

export interface Timer {
  readonly cancel: () => void
}

/** The time of one simulation. It passes only from one thing that is due to the next. */
export interface VirtualTime {
  /** Epoch milliseconds, by no process's clock. */
  readonly now: () => number
  /** Of the process that runs at the moment; the world itself has none. */
  readonly process: () => Process | undefined
  readonly within: <T>(process: Process | undefined, work: () => T) => T
  /** Does it later, on behalf of the process that asks, unless that has ended by then. */
  readonly after: (ms: number, work: () => void) => Timer
  /** Lets the next due thing happen, with all that follows from it at once; false when nothing is due. */
  readonly step: () => Promise<boolean>
  readonly steps: () => number
}

interface Due {
  at: number
  /** Among those of the same moment. */
  turn: number
  readonly order: number
  readonly process: Process | undefined
  readonly work: () => void
  isCancelled: boolean
}

const isBefore = (one: Due, other: Due) =>
  (one.at - other.at || one.turn - other.turn || one.order - other.order) < 0

/** All promises that can be settled by now are. */
const settled = () => new Promise<void>((resolve) => void realImmediate(resolve))

/**
 * One for all simulations that a Node process plays: `run` leaves an entry for its storage in the context of
 * whoever calls it, and each step copies all of them.
 */
const processes = new AsyncLocalStorage<Process | undefined>()

/** `turn` decides in which order things happen that are due at the same moment: as they were begun, where all are equal. */
export function virtualTime(startsAt: number, turn: () => number = () => 0): VirtualTime {
  const agenda: Due[] = []
  let now = startsAt
  let order = 0
  let steps = 0

  function insert(due: Due) {
    let [from, to] = [0, agenda.length]
    while (from < to) {
      const middle = (from + to) >> 1
      const other = agenda[middle]
      if (other !== undefined && isBefore(other, due)) from = middle + 1
      else to = middle
    }
    agenda.splice(from, 0, due)
  }

  function next(): Due | undefined {
    for (;;) {
      const due = agenda.shift()
      if (due === undefined) return undefined
      if (due.isCancelled || due.process?.isAlive === false) continue
      const until = due.process?.suspendedUntil ?? 0
      if (until <= due.at) return due
      due.at = until
      due.turn = turn()
      insert(due)
    }
  }

  return {
    now: () => now,
    process: () => processes.getStore(),
    within: (process, work) => processes.run(process, work),
    after(ms, work) {
      const process = processes.getStore()
      const context = new AsyncResource('due')
      const at = now + Math.max(Number.isFinite(ms) ? Math.ceil(ms) : 0, 0)
      const due: Due = {
        at,
        turn: turn(),
        order: order++,
        process,
        work: () => context.runInAsyncScope(work),
        isCancelled: false,
      }
      insert(due)
      return { cancel: () => void (due.isCancelled = true) }
    },
    async step() {
      let due = next()
      if (due === undefined) {
        await settled()
        due = next()
      }
      if (due === undefined) return false
      now = Math.max(now, due.at)
      steps += 1
      due.work()
      await settled()
      return true
    },
    steps: () => steps,
  }
}
