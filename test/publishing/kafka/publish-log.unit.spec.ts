import { createSecretKey } from 'node:crypto'
import * as fc from 'fast-check'
import type { TopicMessages } from 'kafkajs'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  BEFORE_THE_LOG,
  type LogPlace,
  placeBehind,
  type StoredEvent,
} from '#kernel/platform/event-store/event-store.ts'
import { type LogPosition, logPosition } from '#kernel/platform/event-store/log-position.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { publicationsOf } from '#publishing/events/publish.ts'
import { createFeedMetrics } from '#publishing/kafka/metrics.ts'
import { committerOf } from '#publishing/kafka/publish-log.ts'
import type { FeedCheckpoint } from '#publishing/kafka/sending/checkpoint.ts'
import { HEARTBEAT_TOPIC } from '#publishing/kafka/sending/topics.ts'
import { inTransactions } from '#publishing/kafka/sending/transactions.ts'
import { createStatusBoard } from '#publishing/kafka/status.ts'
import { cover } from '#test/support/cover.ts'
import { goldenVault, samples } from '#test/system/golden/samples.ts'

const vault = { ...goldenVault, keyOf: async () => ({ id: 'feed', key }) }
const key = createSecretKey(Buffer.alloc(32))

/** A log of every kind of event, each the first of its stream. */
const LOG = Array.from(samples().entries(), ([index, { stored }]): StoredEvent => {
  const position = logPosition(BigInt(index + 1))
  const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
  return { ...stored, id, revision: 0n, position, storedAt: 0 }
})
const published = await publicationsOf(vault, LOG)
const placeAfter = (count: number): LogPlace => {
  const last = LOG[count - 1]
  return last === undefined ? BEFORE_THE_LOG : placeBehind(last)
}

interface Transaction {
  readonly messages: readonly TopicMessages[]
  readonly place: LogPlace
}

const GONE = 'the broker is gone'

/** Commits in memory: a transaction lasts until it is ended. */
function broker() {
  const committed: Transaction[] = []
  const open: ((isCommitted: boolean) => void)[] = []
  return {
    committed,
    place: () => committed.at(-1)?.place ?? BEFORE_THE_LOG,
    isBusy: () => open.length > 0,
    end: (isCommitted: boolean) => open.shift()?.(isCommitted),
    commit: (messages: readonly TopicMessages[], { place, ends }: FeedCheckpoint) =>
      new Promise<FeedCheckpoint['ends']>((resolve, fail) => {
        expect(open, 'one transaction at a time').toEqual([])
        open.push((isCommitted) => {
          if (isCommitted) committed.push({ messages, place })
          if (isCommitted) resolve(ends)
          else fail(new Error(GONE))
        })
      }),
  }
}
type Broker = ReturnType<typeof broker>

/** Everything that can go on without the broker goes on. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A term from the last committed place on. */
function term({ commit, place }: Broker) {
  const board = createStatusBoard()
  const ofTerm = {
    term: { checkpoint: undefined, commit, close: () => Promise.resolve() },
    from: place(),
    board,
    ends: {},
  }
  const registry = new Registry()
  const committer = committerOf(
    {
      eventStore: { readStream: () => Promise.resolve([]) },
      vault,
      schemasUrl: 'https://example.org',
      metrics: createFeedMetrics(registry),
      logger: silentLogger,
    },
    ofTerm,
  )
  const before = LOG.filter(({ position }) => position <= ofTerm.from.position)
  return { ...committer, board, read: before.length, reading: Promise.resolve(), isReading: false }
}
type Running = ReturnType<typeof term>

/** The next events, once those before are taken; a subscription that began again brings some for the second time. */
function read(
  running: Running,
  { count, again = 0 }: { readonly count: number; readonly again?: number },
) {
  if (running.isReading) return
  const events = LOG.slice(Math.max(0, running.read - again), running.read + count)
  running.read = Math.min(running.read + count, LOG.length)
  running.isReading = true
  running.reading = running
    .handle(events, placeAfter(running.read))
    .catch(() => undefined)
    .finally(() => {
      running.isReading = false
    })
}

const idsIn = ({ messages }: Transaction) =>
  messages
    .filter(({ topic }) => topic !== HEARTBEAT_TOPIC)
    .flatMap((ofTopic) => ofTopic.messages.map(({ headers = {} }) => String(headers['ce_id'])))

/** Each id once: an event and its state are two records. */
const upTo = (place: LogPlace) =>
  new Set(
    published
      .filter(({ recorded }) => recorded.position <= place.position)
      .map(({ recorded }) => recorded.id),
  )

/** Up to its place each event is in Kafka, and behind it none. */
function expectTrue({ committed }: Broker) {
  const known: string[] = []
  for (const [index, transaction] of committed.entries()) {
    const { place, messages } = transaction
    const before = committed[index - 1]?.place ?? BEFORE_THE_LOG
    expect(place.position >= before.position).toBe(true)
    const fresh = new Set(idsIn(transaction))
    expect([...fresh].filter((id) => known.includes(id))).toEqual([])
    known.push(...fresh)
    expect(new Set(known)).toEqual(upTo(place))
    const beats = messages.filter(({ topic }) => topic === HEARTBEAT_TOPIC)
    for (const beat of beats.flatMap((ofTopic) => ofTopic.messages)) {
      expect(JSON.parse(String(beat.value)).completeUpTo).toBe(String(place.position))
    }
  }
}

const deeds = ['reads', 'beats', 'a while passes', 'commits', 'fails', 'is restarted'] as const
const Steps = fc.array(
  fc.record({
    does: fc.constantFrom(...deeds, 'reads' as const, 'commits' as const, 'beats' as const),
    count: fc.integer({ min: 1, max: 40 }),
    again: fc.nat(20),
  }),
  { minLength: 5, maxLength: 40 },
)

test('whatever ends between reading, heartbeats and commits, each event is there once and no place is ahead', async () => {
  const began = vi.getRealSystemTime()
  vi.useFakeTimers({ toFake: ['Date'], now: began })
  onTestFinished(() => void vi.useRealTimers())
  const seen = cover(
    ...deeds,
    'beats while a transaction is open',
    'reads beside an open transaction',
  )
  await seen.assert(
    fc.asyncProperty(Steps, async (steps) => {
      const kafka = broker()
      let running = term(kafka)
      const ends: string[] = []
      const restart = async () => {
        while (kafka.isBusy()) {
          kafka.end(false)
          await settled()
        }
        running = term(kafka)
      }
      for (const { does, count, again } of steps) {
        seen.count(does)
        seen.count('beats while a transaction is open', does === 'beats' && kafka.isBusy())
        seen.count('reads beside an open transaction', does === 'reads' && kafka.isBusy())
        if (does === 'reads') read(running, { count, again })
        if (does === 'beats') running.heartbeat()
        if (does === 'a while passes') vi.setSystemTime(Date.now() + 5_000)
        if (does === 'commits') kafka.end(true)
        if (does === 'fails' && kafka.isBusy()) {
          kafka.end(false)
          await running.failed.catch(({ message }: Error) => ends.push(message))
        }
        if (does === 'fails' || does === 'is restarted') await restart()
        await settled()
        const shown = running.board.current().position
        expect(
          shown === undefined ||
            shown <= kafka.place().position ||
            !hasEventsBehind(kafka.place(), shown),
        ).toBe(true)
      }
      while (running.read < LOG.length || kafka.isBusy() || running.isReading) {
        read(running, { count: 100 })
        kafka.end(true)
        await settled()
      }
      vi.setSystemTime(Date.now() + 5_000)
      running.heartbeat()
      await settled()
      kafka.end(true)
      await settled()
      expectTrue(kafka)
      expect(ends.filter((end) => end !== GONE)).toEqual([])
      expect(kafka.place()).toEqual(placeAfter(LOG.length))
    }),
    { numRuns: 60 },
  )
})

const hasEventsBehind = ({ position }: LogPlace, shown: LogPosition) =>
  published.some(({ recorded }) => recorded.position > position && recorded.position <= shown)

test('a batch too big for one transaction is divided between events, and none is too big', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(published.length - 1), fc.integer({ min: 0, max: 300_000 })), {
        maxLength: 30,
      }),
      fc.nat(3),
      (chosen, more) => {
        const publications = chosen.flatMap(([which, length], index) => {
          const one = published[which]
          if (one === undefined) return []
          const { recorded, event } = one
          const at = { position: logPosition(BigInt(index + 1)), id: `e${index}` }
          return [
            {
              recorded: { ...recorded, ...at },
              event: { ...event, data: { text: 'x'.repeat(length) } },
            },
          ]
        })
        const end = placeAfter(Math.min(publications.length + more, LOG.length))
        const pieces = [...inTransactions(publications, { upTo: end, schemasUrl: '' })]
        expect(pieces.at(-1)?.upTo).toEqual(end)
        expect(pieces.flatMap((piece) => piece.publications)).toEqual(publications)
        for (const piece of pieces.slice(0, -1)) {
          expect(piece.publications).not.toEqual([])
          expect(piece.upTo.position).toEqual(piece.publications.at(-1)?.recorded.position)
        }
        for (const { messages, publications: own } of pieces) {
          for (const ofTopic of messages) {
            const sizes = ofTopic.messages.map(({ value }) => 500 + (value?.length ?? 0))
            expect(own.length === 1 || sizes.reduce((sum, size) => sum + size, 0) <= 800_000).toBe(
              true,
            )
          }
        }
      },
    ),
    { numRuns: 50 },
  )
})
