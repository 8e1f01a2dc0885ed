import type { Random } from './random.ts'
import type { Process, VirtualTime } from './time.ts'

export type Peer = 'log' | 'database' | 'integrator'

export const disturbances = ['losesRequests', 'losesAnswers', 'holds', 'isSlow'] as const

/** What is wrong on the way between processes and a peer. */
export interface Disturbance {
  readonly peer: Peer
  /** Null: of all processes. */
  readonly process: string | null
  readonly how: (typeof disturbances)[number]
  /** Virtual epoch milliseconds. */
  readonly from: number
  readonly until: number
}

/** What becomes of a request and its answer. Null: it is lost. */
export interface Way {
  readonly requestMs: number | null
  readonly answerMs: number | null
}

export interface Network {
  /** Carries out the work where the peer is. It never ends when one of both is lost: whoever waits has patience of his own. */
  readonly call: <T>(peer: Peer, work: () => T) => Promise<T>
  /** Until when something that the peer sends is held up. */
  readonly way: (peer: Peer, process: Process | undefined) => Way
  /** Something goes wrong that was not foreseen. */
  readonly disturb: (disturbance: Disturbance) => void
}

interface Wires {
  readonly time: VirtualTime
  readonly random: Random
  readonly foreseen: readonly Disturbance[]
}

const USUAL_MS = 3
const SLOW_MS = 1_500

export function networkOf({ time, random, foreseen }: Wires): Network {
  const all = [...foreseen]
  function way(peer: Peer, process: Process | undefined): Way {
    const now = time.now()
    const wrong = all.find(
      (one) =>
        one.peer === peer &&
        one.from <= now &&
        now < one.until &&
        (one.process === null || one.process === process?.name),
    )
    const usual = () => random.integer(1, USUAL_MS)
    switch (wrong?.how) {
      case 'losesRequests':
        return { requestMs: null, answerMs: null }
      case 'losesAnswers':
        return { requestMs: usual(), answerMs: null }
      case 'holds':
        return { requestMs: wrong.until - now + usual(), answerMs: usual() }
      case 'isSlow':
        return { requestMs: random.integer(1, SLOW_MS), answerMs: random.integer(1, SLOW_MS) }
      default:
        return { requestMs: usual(), answerMs: usual() }
    }
  }

  return {
    way,
    disturb: (disturbance) => void all.push(disturbance),
    call<T>(peer: Peer, work: () => T): Promise<T> {
      const process = time.process()
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      const { requestMs, answerMs } = way(peer, process)
      // What is sent arrives, whatever becomes of its sender.
      const arrives = () => {
        let answer: () => void
        try {
          const done = work()
          answer = () => resolve(done)
        } catch (error) {
          answer = () => reject(error)
        }
        if (answerMs !== null) time.within(process, () => time.after(answerMs, answer))
      }
      if (requestMs !== null) time.within(undefined, () => time.after(requestMs, arrives))
      return promise
    },
  }
}
