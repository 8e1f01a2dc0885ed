import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, BreachOfContract } from './system-client.ts'

/** How often callers were answered, and how often they were left without a clear answer. */
export interface Tally {
  answered: number
  /** 5xx, or no answer at all: the same request was sent again under the same key. */
  unknown: number
  /** Refused because an earlier try under the key was still thought to run. */
  running: number
  /** Abandoned by the recovery; sent again. */
  givenUp: number
}

export const emptyTally = (): Tally => ({ answered: 0, unknown: 0, running: 0, givenUp: 0 })

const TRY_AGAIN_MS = 100
const DEFINITE_WITHIN_MS = 60_000

/** Repeats a request until it gets a clear answer. */
export async function untilDefinite(tally: Tally, send: () => Promise<Answer>) {
  const deadline = Date.now() + DEFINITE_WITHIN_MS
  const heard: string[] = []
  for (let tries = 1; Date.now() < deadline; tries++) {
    const answer = await answerTo(send)
    if (answer !== undefined) tally.answered += 1
    const vague = answer === undefined ? 'unknown' : vaguenessOf(answer)
    if (answer !== undefined && vague === undefined) return { answer, tries }
    if (vague !== undefined) tally[vague] += 1
    heard.push(answer === undefined ? 'nothing' : `${answer.status} ${vague} ${answer.requestId}`)
    await pause(TRY_AGAIN_MS)
  }
  const last = heard.slice(-5).join(', ')
  throw new Error(`no clear answer within ${DEFINITE_WITHIN_MS} ms, but at last: ${last}`)
}

/** Undefined where none came. */
export async function answerTo<Answered>(
  send: () => Promise<Answered>,
): Promise<Answered | undefined> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof BreachOfContract) throw error
    return undefined
  }
}

function vaguenessOf({ status, error }: Answer): keyof Tally | undefined {
  if (status >= 500) return 'unknown'
  if (status !== 409) return undefined
  const [detail] = error?.details ?? []
  if (detail?.field === 'Idempotency-Key') return 'running'
  return detail === undefined ? 'givenUp' : undefined
}
