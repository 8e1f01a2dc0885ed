import { pause } from '#kernel/platform/waiting/timing.ts'
import type { Random } from './random.ts'
import type { VirtualTime } from './time.ts'

/** What providers have in common. */
export interface ProviderWorld {
  readonly time: VirtualTime
  readonly random: Random
  /** How likely it is that a call goes wrong. */
  readonly mischief: number
  readonly told: (what: string) => void
}

/** A call, as its port describes it. */
interface Call {
  readonly requestId: string
  readonly signal?: AbortSignal | undefined
}

/** What a call is answered that is not done, or not known to be, in the words of its port. */
interface Words<Refused, NotTaken, Unknown> {
  readonly refused: Refused
  readonly notTaken: NotTaken
  readonly timedOut: Unknown
  readonly aborted: Unknown
}

const PATIENCE_MS = 2_000
const LATEST_MS = 20_000

const fates = [
  'refuses',
  'takes nothing',
  'loses the request',
  'loses the answer',
  'answers late',
  'does it late',
  'does it twice',
] as const

/** A provider whose calls go wrong by chance, until it is healed. */
export function waywardProvider<Refused, NotTaken, Unknown>(
  name: string,
  { time, random, mischief, told }: ProviderWorld,
  words: Words<Refused, NotTaken, Unknown>,
) {
  let isSound = false

  const after = async <Answer>(answer: Answer) => {
    await pause(random.integer(1, 20), new AbortController().signal)
    return answer
  }

  async function patience(signal: AbortSignal | undefined) {
    await pause(PATIENCE_MS, signal ?? new AbortController().signal)
    return signal?.aborted === true ? words.aborted : words.timedOut
  }

  /** What the provider does, and when; what it has begun it ends, whoever asked. */
  async function ask<Answer>(
    { signal, requestId }: Call,
    what: string,
    work: () => Answer,
    isReading = false,
  ): Promise<Answer | Refused | NotTaken | Unknown> {
    const goesWrong = !isSound && random.chance(mischief)
    const fate = goesWrong ? random.pick(fates) : 'answers'
    if (goesWrong) told(`${name} ${fate}: ${what} ${requestId.slice(0, 8)}`)
    if (fate === 'refuses' && !isReading) return after(words.refused)
    if (fate === 'takes nothing') return after(words.notTaken)
    const doneAfterMs =
      fate === 'does it late' ? random.integer(PATIENCE_MS, LATEST_MS) : random.integer(1, 20)
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const process = time.process()
    if (fate !== 'loses the request') {
      time.within(undefined, () =>
        time.after(doneAfterMs, () => {
          const done = work()
          const answer = fate === 'does it twice' ? work() : done
          const answeredAfterMs = fate === 'answers late' ? PATIENCE_MS : random.integer(1, 20)
          if (fate === 'loses the answer') return
          time.within(process, () => time.after(answeredAfterMs, () => resolve(answer)))
        }),
      )
    }
    return Promise.race([promise, patience(signal)])
  }

  return {
    ask,
    isWayward: () => !isSound && random.chance(mischief),
    /** From now on every call is answered soon and well. */
    heal: () => void (isSound = true),
  }
}
