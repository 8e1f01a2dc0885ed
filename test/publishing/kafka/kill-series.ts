import { setTimeout as pause } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import type { EventStoreProcess } from '#test/support/event-store.ts'
import type { Broker } from './broker.ts'
import type { FeedProcess } from './feed-process.ts'

interface KillTargets {
  readonly broker: Broker
  readonly node: EventStoreProcess
  readonly feed: FeedProcess
  /** Takes over from `feed` once, while that one is paused. */
  readonly another: FeedProcess
  /** Deletes a topic of the feed, and fills it again as an operator does. */
  readonly loseATopic: () => Promise<void>
  /** Takes the last events from the log, and brings them back once this feed has noticed. */
  readonly setLogBack: (feed: FeedProcess) => Promise<void>
  /** How many records the reader has seen. */
  readonly read: () => number
}

const PROGRESS_WITHIN_MS = 60_000
/** A feed counts as dead after 36 s of silence. */
const TAKEN_OVER_WITHIN_MS = 120_000
const LONGEST_PAUSE_MS = 700

/** How often each is killed; a broker takes longest to come back. */
const often = { feed: 10, node: 7, broker: 3 } as const

/** Longer than the client waits for an answer before it tries again. */
const FROZEN_FOR_MS = 5_000

export const KILLS = often.feed + often.node + often.broker

/** Kills one process after the other at random moments; readers must make progress after every third. */
export async function killSeries(targets: KillTargets): Promise<void> {
  const { broker, node, read } = targets
  const order = shuffled(Object.entries(often).flatMap(([name, times]) => Array(times).fill(name)))
  let { feed } = targets
  await makesProgress(read)
  for (const [index, name] of order.entries()) {
    await pause(Math.random() * LONGEST_PAUSE_MS)
    if (index === KILLS / 4) await frozen(targets)
    if (index === KILLS / 2) feed = await replacedWhilePaused(targets)
    if (index === KILLS * 0.6) await targets.setLogBack(feed)
    if (index === KILLS * 0.75) await targets.loseATopic()
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
    if (index % 3 === 0) await makesProgress(read)
  }
  await makesProgress(read)
}

const shuffled = (names: readonly string[]) =>
  names
    .map((name) => ({ name, place: Math.random() }))
    .toSorted((left, right) => left.place - right.place)
    .map(({ name }) => name)

/** The broker neither answers nor closes a connection, and then goes on. */
async function frozen({ broker, read }: KillTargets) {
  await broker.freeze()
  await pause(FROZEN_FOR_MS)
  await broker.thaw()
  await makesProgress(read)
}

/** A feed is paused in the middle of its work, another one takes over, and the first one resumes. */
async function replacedWhilePaused({ feed, another, read }: KillTargets): Promise<FeedProcess> {
  await makesProgress(read)
  feed.signal('SIGSTOP')
  another.start()
  await comesTo(another, 'publishing')
  feed.signal('SIGCONT')
  await comesTo(feed, 'standingBy')
  await makesProgress(read)
  return another
}

/** Readers may still get what the other feed had published, so their progress does not tell. */
const comesTo = (feed: FeedProcess, phase: string) =>
  vi.waitFor(async () => expect((await feed.status()).phase).toBe(phase), {
    timeout: TAKEN_OVER_WITHIN_MS,
    interval: 50,
  })

async function makesProgress(read: () => number) {
  const before = read()
  await vi.waitFor(() => expect(read()).toBeGreaterThan(before), {
    timeout: PROGRESS_WITHIN_MS,
    interval: 50,
  })
}
