import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Environment } from '#kernel/platform/settings/read.ts'
import { findFeed } from './find-kafka.ts'

const ANSWER_WITHIN_MS = 2_000

const orNull = Type.Union([Type.String(), Type.Null()])
const Status = Compile(
  Type.Object({
    phase: Type.String(),
    position: orNull,
    head: orNull,
    lagEvents: Type.Union([Type.Number(), Type.Null()]),
    lagIsMore: Type.Boolean(),
    lagMs: Type.Union([Type.Number(), Type.Null()]),
    failure: orNull,
  }),
)

/** The feed's state, in the form of a projection's state; undefined if no feed is configured. */
export async function feedStatus(environment: Environment) {
  const url = findFeed(environment)
  return url === undefined ? undefined : feedStatusAt(url)
}

export type FeedState = Awaited<ReturnType<typeof feedStatusAt>>

/** `stopped` if it does not answer in time. */
export async function feedStatusAt(url: string) {
  const name = 'kafka_feed'
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    const answer = await fetch(new URL('/status', url), { signal })
    const { phase, position, head, ...rest } = Status.Parse(await answer.json())
    return { name, state: phase, position: number(position), head: number(head), ...rest }
  } catch {
    return { name, state: 'stopped', position: null, head: null, ...unknownLag, failure: null }
  }
}

/** States in which nobody has to act: those that the alert SarrafFeedStopped leaves out. */
export const CALM_STATES: readonly string[] = ['publishing', 'standingBy', 'starting']

export const needsSomebody = ({ state }: FeedState): boolean => !CALM_STATES.includes(state)

const unknownLag = { lagEvents: null, lagIsMore: false, lagMs: null }

const number = (text: string | null) => (text === null ? null : Number(text))
