import { expect, test } from 'vitest'
import {
  BEFORE_THE_LOG,
  type EventStore,
  EventStoreUnavailable,
  RevisionConflict,
  type StoredEvent,
} from '#kernel/platform/event-store/event-store.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { type EventStoreProcess, eventStoreProcessForThisTest } from '#test/support/event-store.ts'
import {
  BRIEF,
  eventually,
  listeningLogger,
  logOf,
  newEvents,
  newStream,
  reached,
  recorder,
  storeForThisTest,
} from './support.ts'

const ROUNDS = 24
const WRITERS = 8
const APPENDS_BETWEEN_BLOWS = 60

interface Tally {
  readonly acknowledged: { readonly ids: readonly string[]; readonly position: LogPosition }[]
  readonly offered: string[]
  unknown: number
}

test.each([
  { patience: 'time to settle every append', resolveWithinMs: 20_000 },
  { patience: 'little time, so that outcomes stay unknown', resolveWithinMs: 150 },
])(
  'after repeated kills, with $patience, no event is lost, duplicated or delivered twice',
  async (given) => {
    const node = await eventStoreProcessForThisTest()
    const spoken = listeningLogger()
    const store = storeForThisTest(node.url, { ...BRIEF, ...given, logger: spoken.logger })
    const tally: Tally = { acknowledged: [], offered: [], unknown: 0 }
    const troubles = () => tally.unknown + spoken.count('append in doubt')
    const all = recorder()
    const some = recorder()
    const following = [
      store.subscribe({ name: 'all', after: BEFORE_THE_LOG, maxBatch: 20, handle: all.handle }),
      store.subscribe({
        name: 'some',
        after: BEFORE_THE_LOG,
        maxBatch: 20,
        streamPrefixes: ['odd'],
        handle: some.handle,
      }),
    ]
    const over = new AbortController()
    const writers = Array.from({ length: WRITERS }, (_, number) =>
      keepWriting(store, newStream(number % 2 === 0 ? 'even' : 'odd'), {
        tally,
        over: over.signal,
      }),
    )

    for (let round = 0; round < ROUNDS; round += 1) {
      await appendsMore(tally)
      await strike(node, round, troubles)
    }
    await appendsMore(tally)
    over.abort()
    await Promise.all(writers)

    const calm = storeForThisTest(node.url)
    const log = await logOf(calm)
    checkLog(log, tally)
    for (const one of following) await eventually(reached(one)).toBe(log.at(-1)?.position)
    expect(all.ids()).toEqual(log.map(({ id }) => id))
    expect(some.ids()).toEqual(
      log.filter(({ stream }) => stream.startsWith('odd')).map(({ id }) => id),
    )
    expect(troubles()).toBeGreaterThan(0)
    process.stdout.write(`${tally.acknowledged.length} appends, ${tally.unknown} unknown\n`)
  },
)

interface Writing {
  readonly tally: Tally
  readonly over: AbortSignal
}

async function keepWriting(store: EventStore, stream: string, { tally, over }: Writing) {
  let revision = -1n
  let inDoubt = false
  for (let count = 0; !over.aborted; count += 1) {
    const events = newEvents(1 + (count % 3))
    const ids = events.map(({ id }) => id)
    tally.offered.push(...ids)
    try {
      const appended = await store.append(stream, events, revision < 0n ? 'no_stream' : revision)
      expect(appended.revision).toBe(revision + BigInt(events.length))
      revision = appended.revision
      tally.acknowledged.push({ ids, position: appended.position })
    } catch (error) {
      const mayBeLate = error instanceof RevisionConflict && inDoubt
      if (!(error instanceof EventStoreUnavailable || mayBeLate)) throw error
      tally.unknown += mayBeLate ? 0 : 1
      inDoubt = true
      revision = await lastRevision(store, stream)
    }
  }
}

/** The end of a stream once its node answers again; an append in doubt may still arrive behind it. */
async function lastRevision(store: EventStore, stream: string): Promise<bigint> {
  for (;;) {
    try {
      const last = await store.readStream(stream, { direction: 'backwards', maxCount: 1 })
      return last[0]?.revision ?? -1n
    } catch (error) {
      if (!(error instanceof EventStoreUnavailable)) throw error
    }
  }
}

async function appendsMore({ acknowledged }: Tally) {
  const enough = acknowledged.length + APPENDS_BETWEEN_BLOWS
  await expect
    .poll(() => acknowledged.length, { timeout: 30_000, interval: 5 })
    .toBeGreaterThan(enough)
}

async function strike(node: EventStoreProcess, round: number, troubles: () => number) {
  if (round % 3 === 2) await freeze(node, troubles)
  else await restart(node, round % 3 === 0 ? 'SIGKILL' : 'SIGTERM')
}

async function restart(node: EventStoreProcess, signal: NodeJS.Signals) {
  await node.stop(signal)
  await node.start()
}

async function freeze(node: EventStoreProcess, troubles: () => number) {
  const before = troubles()
  await node.freeze()
  await eventually(troubles).toBeGreaterThan(before)
  await node.thaw()
}

function checkLog(log: readonly StoredEvent[], { acknowledged, offered }: Tally) {
  const byId = new Map(log.map((event) => [event.id, event]))
  const ends = new Map<string, bigint>()
  for (const { stream, revision } of log) {
    expect(revision).toBe((ends.get(stream) ?? -1n) + 1n)
    ends.set(stream, revision)
  }
  expect(byId.size).toBe(log.length)
  expect(log.filter(({ id }) => !offered.includes(id))).toEqual([])
  for (const { ids, position } of acknowledged) {
    const last = log.findIndex((event) => event.position === position)
    expect(log.slice(last + 1 - ids.length, last + 1).map(({ id }) => id)).toEqual(ids)
  }
}
