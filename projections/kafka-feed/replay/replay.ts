import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Kafka } from 'kafkajs'
import { CommandError } from '#kernel/platform/cli/command.ts'
import type { Progress } from '#kernel/platform/cli/progress.ts'
import {
  type EventStore,
  type LogPlace,
  referenceTo,
  type StoredEvent,
} from '#kernel/platform/event-store/event-store.ts'
import { type LogPosition, START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import type { TopicSettings } from '#kernel/platform/kafka.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { placeInLog } from '../place-in-log.ts'
import { publicationsOf } from '../public-events/publish.ts'
import { withAdmin } from '../sending/admin.ts'
import { beginTerm, isFenced, type Term } from '../sending/term.ts'
import { areEmpty, makeEventTopic, makeTopics } from '../sending/topics.ts'
import { inTransactions } from '../sending/transactions.ts'

const BATCH = 1_000
const ATTEMPTS = 10
const PAUSE_MS = 1_000

interface Dependencies {
  readonly kafka: Kafka
  readonly eventStore: EventStore
  readonly vault: Pick<Vault, 'keyOf' | 'pseudonym'>
  readonly settings: TopicSettings
  readonly progress: Progress
}

interface ReplayRequest {
  readonly start: { readonly position: LogPosition; readonly since: number }
  readonly topics: readonly string[]
  readonly toTopic: string
}

/**
 * Copies history up to the present head of the log. It commits its position as the feed does, and
 * continues there after a failure or an interruption.
 */
export async function replay(dependencies: Dependencies, request: ReplayRequest) {
  const { kafka, eventStore, settings, progress } = dependencies
  const { toTopic } = request
  await withAdmin(kafka, async (admin) => {
    await makeTopics(admin, settings)
    await makeEventTopic(admin, toTopic, settings)
  })
  const upTo = await eventStore.headOfLog()
  progress.beginLog('log', upTo)
  let published = 0
  for (let attempt = 1; ; attempt += 1) {
    try {
      const term = await beginTerm(kafka, { name: `replay/${toTopic}`, by: randomUUID() })
      try {
        const place = term.place ?? (await firstPlace(dependencies, request, term))
        const from = await placeInLog(eventStore, place)
        const count = (more: number) => {
          published += more
        }
        await copy(dependencies, request, { term, from, upTo, count })
        return { published, upTo: Number(upTo), topic: toTopic }
      } finally {
        await term.close().catch(() => undefined)
      }
    } catch (error) {
      if (error instanceof CommandError) throw error
      if (isFenced(error)) throw new CommandError(`Another replay writes to ${toTopic}.`)
      if (attempt === ATTEMPTS) {
        const message = 'Kafka or the log does not answer; run the same command later to continue.'
        throw new CommandError(message, { cause: error })
      }
      await pause(PAUSE_MS)
    }
  }
}

async function firstPlace({ kafka }: Dependencies, { start, toTopic }: ReplayRequest, term: Term) {
  if (!(await withAdmin(kafka, (admin) => areEmpty(admin, [toTopic])))) {
    throw new CommandError(`${toTopic} is not empty: name a new topic, or delete this one.`)
  }
  const first: LogPlace = { position: start.position, lastEvent: undefined }
  await term.commit([], first)
  return first
}

interface Copying {
  readonly term: Term
  readonly from: LogPlace
  readonly upTo: LogPosition
  readonly count: (published: number) => void
}

async function copy(
  { eventStore, vault, progress }: Dependencies,
  request: ReplayRequest,
  { term, from, upTo, count }: Copying,
) {
  let batch: StoredEvent[] = []
  let { lastEvent } = from
  const flush = async (position: LogPosition) => {
    const all = await publicationsOf(
      vault,
      batch.filter(({ isGenuine }) => isGenuine),
    )
    const last = batch.at(-1)
    if (last !== undefined) lastEvent = referenceTo(last)
    batch = []
    const chosen = all
      .filter(({ event }) => request.topics.includes(event.topic))
      .filter(({ recorded }) => Date.parse(recorded.metadata.recordedAt) >= request.start.since)
      .map(({ event, recorded }) => ({ event: { ...event, topic: request.toTopic }, recorded }))
    for (const piece of inTransactions(chosen, { position, lastEvent })) {
      await term.commit(piece.messages, piece.upTo)
      count(piece.publications.length)
    }
    progress.reach(position)
  }
  // An operator may name a position at which no event begins, so read from the start of the log.
  const behind = from.lastEvent === undefined ? START_OF_LOG : from.position
  for await (const event of eventStore.readLog(behind)) {
    if (event.position < from.position) continue
    if (event.position > upTo) break
    batch.push(event)
    if (batch.length >= BATCH) await flush(event.position)
  }
  await flush(upTo)
}
