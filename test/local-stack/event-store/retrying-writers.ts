import { setTimeout as pause } from 'node:timers/promises'
import { type EventStoreDBClient, WrongExpectedVersionError } from '@eventstore/db-client'
import { expect } from 'vitest'
import { manyDrafted, newStream } from './official-client.ts'

const PATIENCE_MS = 30_000
const STREAMS_EACH = 4
const SIZES = [1, 3, 2, 1, 5]

/** An append that was answered with success. */
export interface Acknowledged {
  readonly stream: string
  readonly ids: readonly string[]
  /** Of its last event, as answered. */
  readonly revision: bigint
  readonly position: bigint
  /** Moments on one clock: when it was first sent, and when its answer came. */
  readonly sentAt: number
  readonly answeredAt: number
}

/**
 * Each client writes streams of its own, and all of them write one stream together. Whatever becomes
 * of the store, each append is sent until it is answered.
 */
export function keepAppending(clients: readonly EventStoreDBClient[]) {
  const acknowledged: Acknowledged[] = []
  const ending = new AbortController()
  let clock = 0
  let sharedRevision: bigint | 'no_stream' = 'no_stream'
  const shared = newStream('shared')

  async function append(
    client: EventStoreDBClient,
    { stream, size, expectedRevision }: NextAppend,
  ): Promise<bigint> {
    const events = manyDrafted(size)
    clock += 1
    const sentAt = clock
    const { nextExpectedRevision, position } = await untilAnswered(() =>
      client.appendToStream(stream, events, { expectedRevision }),
    )
    if (position === undefined) throw new Error('an append was answered without its position')
    clock += 1
    const ids = events.map(({ id }) => id)
    const answer = { revision: nextExpectedRevision, position: position.commit, answeredAt: clock }
    acknowledged.push({ stream, ids, sentAt, ...answer })
    return nextExpectedRevision
  }
  async function fillStream(client: EventStoreDBClient) {
    const stream = newStream()
    let expectedRevision: bigint | 'no_stream' = 'no_stream'
    for (const size of SIZES) {
      expectedRevision = await append(client, { stream, size, expectedRevision })
    }
  }
  async function competeForShared(client: EventStoreDBClient) {
    try {
      const wanted = { stream: shared, size: 2, expectedRevision: sharedRevision }
      sharedRevision = laterOf(sharedRevision, await append(client, wanted))
    } catch (error) {
      if (!(error instanceof WrongExpectedVersionError)) throw error
      sharedRevision = laterOf(sharedRevision, BigInt(error.actualVersion))
    }
  }
  const repeat = async (work: () => Promise<void>) => {
    while (!ending.signal.aborted) await work()
  }
  const work = clients.flatMap((client) => [
    ...Array.from({ length: STREAMS_EACH }, () => repeat(() => fillStream(client))),
    repeat(() => competeForShared(client)),
  ])
  return {
    untilMoreAreAcknowledged: async (count: number) => {
      const goal = acknowledged.length + count
      const deadline = Date.now() + PATIENCE_MS
      while (acknowledged.length < goal && Date.now() < deadline) await pause(2)
      expect(acknowledged.length).toBeGreaterThanOrEqual(goal)
    },
    end: async () => {
      ending.abort()
      await Promise.all(work)
      return acknowledged
    },
  }
}

interface NextAppend {
  readonly stream: string
  readonly size: number
  readonly expectedRevision: bigint | 'no_stream'
}

const laterOf = (one: bigint | 'no_stream', other: bigint) =>
  one === 'no_stream' || other > one ? other : one

/** Without an answer the outcome is unknown; the same events again settle it. */
async function untilAnswered<Answer>(append: () => Promise<Answer>): Promise<Answer> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    try {
      return await append()
    } catch (error) {
      if (!isUnknownOutcome(error) || Date.now() > deadline) throw error
      await pause(10)
    }
  }
}

const isUnknownOutcome = (error: unknown) =>
  error instanceof Error &&
  (('type' in error && /unavail|cancel|deadline|timeout/.test(String(error.type))) ||
    ('code' in error && error.code === 14))
