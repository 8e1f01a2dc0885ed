import { setTimeout as pause } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import type { EventStoreProcess } from '#test/support/event-store.ts'
import type { Broker } from './broker.ts'
import type { FeedProcess } from './feed-process.ts'

interface Victims {
  readonly broker: Broker
  readonly node: EventStoreProcess
  readonly feed: FeedProcess
  /** Takes over from `feed` once, while that one sleeps. */
  readonly another: FeedProcess
  /** How many records the reader has seen. */
  readonly read: () => number
}

const GOES_ON_WITHIN_MS = 60_000
const LONGEST_PAUSE_MS = 700

/** How often each is killed; a broker takes longest to come back. */
const often = { feed: 14, node: 10, broker: 6 } as const

export const KILLS = often.feed + often.node + often.broker

/** Kills one part after the other at random moments; readers must get on after every third. */
export async function ordeal(victims: Victims): Promise<void> {
  const { broker, node, read } = victims
  const order = shuffled(Object.entries(often).flatMap(([name, times]) => Array(times).fill(name)))
  let { feed } = victims
  await goesOn(read)
  for (const [index, name] of order.entries()) {
    await pause(Math.random() * LONGEST_PAUSE_MS)
    if (index === KILLS / 2) feed = await overtaken(victims)
    if (name === 'feed') {
      await feed.end('SIGKILL')
      feed.start()
    } else if (name === 'node') {
      await node.stop()
      await node.start()
    } else {
      await broker.end('SIGKILL')
      await broker.start()
    }
    if (index % 3 === 0) await goesOn(read)
  }
  await goesOn(read)
}

const shuffled = (names: readonly string[]) =>
  names
    .map((name) => ({ name, place: Math.random() }))
    .toSorted((left, right) => left.place - right.place)
    .map(({ name }) => name)

/** A feed sleeps in the middle of its work, another one takes its place; the sleeper wakes up. */
async function overtaken({ feed, another, read }: Victims): Promise<FeedProcess> {
  await goesOn(read)
  feed.signal('SIGSTOP')
  another.start()
  await goesOn(read)
  feed.signal('SIGCONT')
  await vi.waitFor(async () => expect((await feed.status()).phase).toBe('standingBy'), {
    timeout: GOES_ON_WITHIN_MS,
    interval: 50,
  })
  await goesOn(read)
  return another
}

async function goesOn(read: () => number) {
  const before = read()
  await vi.waitFor(() => expect(read()).toBeGreaterThan(before), {
    timeout: GOES_ON_WITHIN_MS,
    interval: 50,
  })
}
