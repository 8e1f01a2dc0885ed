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
import type { TopicSettings } from '#kernel/platform/kafka/kafka-settings.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { publicationsOf } from '#publishing/events/publish.ts'
import { placeInLog } from '../place-in-log.ts'
import { withAdmin } from '../sending/admin.ts'
import type { TopicEnds } from '../sending/checkpoint.ts'
import { areEmpty } from '../sending/described-topics.ts'
import { beginTerm, isFenced, isOvertaken, type Term } from '../sending/term.ts'
import { checkTopics, endsOf, ownTopics, TopicDamaged } from '../sending/topic-check.ts'
import { POSITION_TOPIC } from '../sending/topics.ts'
import { inTransactions } from '../sending/transactions.ts'

const BATCH = 1_000
const ATTEMPTS = 10
const PAUSE_MS = 1_000

interface Dependencies {
  readonly kafka: Kafka
  readonly eventStore: EventStore
  readonly vault: Pick<Vault, 'keyOf' | 'pseudonym'>
  readonly settings: TopicSettings
  readonly schemasUrl: string
  readonly progress: Progress
}

interface ReplayRequest {
  readonly start: { readonly position: LogPosition; readonly since: number }
  readonly topics: readonly string[]
  readonly toTopic: string
}

/**
 * Copies history up to the present head of the log. It commits its position as the feed does, and
 * continues there after a failure or an interruption. In a topic that was deleted it starts again.
 */
export async function replay(dependencies: Dependencies, request: ReplayRequest) {
  const { kafka, eventStore, settings, progress } = dependencies
  const { toTopic } = request
  const upTo = await eventStore.headOfLog()
  refuseBeyond(upTo, request)
  await withAdmin(kafka, (admin) => ownTopics(admin, [POSITION_TOPIC, toTopic], settings))
  progress.beginLog('log', upTo)
  let published = 0
  const own = { name: `replay/${toTopic}`, by: randomUUID() }
  for (let attempt = 1; ; attempt += 1) {
    try {
      const term = await beginTerm(kafka, own)
      try {
        const { resumed, ...kept } = await checkpointOf(dependencies, request, term)
        const from = await placeInLog(eventStore, kept.place)
        const count = (more: number) => {
          published += more
        }
        await copy(dependencies, request, { term, from, ends: kept.ends, upTo, count })
        const alreadyThere = resumed && published === 0
        return { published, alreadyThere, upTo: Number(upTo), topic: toTopic }
      } finally {
        await term.close().catch(() => undefined)
      }
    } catch (error) {
      if (error instanceof CommandError) throw error
      if (isFenced(error) && (await isOvertaken(kafka, own))) {
        throw new CommandError(`Another replay writes to ${toTopic}.`)
      }
      if (attempt === ATTEMPTS) {
        const message = 'Kafka or the log does not answer; run the same command later to continue.'
        throw new CommandError(message, { cause: error })
      }
      await pause(PAUSE_MS)
    }
  }
}

/** Before any topic is made: a typing error must leave nothing behind. */
function refuseBeyond(head: LogPosition, { start: { position, since } }: ReplayRequest) {
  if (position > head) {
    throw new CommandError(
      `--from ${String(position)} is beyond the end of the log, which is at ${String(head)}.`,
    )
  }
  if (since > Date.now()) {
    throw new CommandError(`--from ${new Date(since).toISOString()} is in the future.`)
  }
}

/** Where an earlier replay into this topic ended, or the requested start if the topic is new. */
async function checkpointOf({ kafka }: Dependencies, request: ReplayRequest, term: Term) {
  const { start, toTopic } = request
  const kept = term.checkpoint
  const isNew = await withAdmin(kafka, async (admin) => {
    if (await areEmpty(admin, [toTopic])) return true
    if (kept === undefined) {
      throw new CommandError(`${toTopic} is not empty: name a new topic, or delete this one.`)
    }
    await checkTopics(admin, kept).catch((error: unknown) => {
      if (!(error instanceof TopicDamaged)) throw error
      throw new CommandError(`${toTopic} has lost records: delete it, and replay again.`)
    })
    return false
  })
  if (!isNew && kept !== undefined) return { ...kept, resumed: true }
  const place: LogPlace = { position: start.position, lastEvent: undefined }
  const empty = await withAdmin(kafka, (admin) => endsOf(admin, [toTopic]))
  const ends = await term.commit([], { place, ends: empty, unfinished: [] })
  return { place, ends, resumed: false }
}

interface Copying {
  readonly term: Term
  readonly from: LogPlace
  readonly ends: TopicEnds
  readonly upTo: LogPosition
  readonly count: (published: number) => void
}

async function copy(
  { eventStore, vault, schemasUrl, progress }: Dependencies,
  request: ReplayRequest,
  { term, from, ends: before, upTo, count }: Copying,
) {
  let batch: StoredEvent[] = []
  let { lastEvent } = from
  let ends = before
  const flush = async (position: LogPosition) => {
    const all = await publicationsOf(
      vault,
      batch.filter(({ isGenuine }) => isGenuine),
    )
    const last = batch.at(-1)
    if (last !== undefined) lastEvent = referenceTo(last)
    batch = []
    const chosen = all
      .filter(({ event }) => event.topic !== null && request.topics.includes(event.topic))
      .filter(({ recorded }) => Date.parse(recorded.metadata.recordedAt) >= request.start.since)
      .map(({ event, recorded }) => ({ event: { ...event, topic: request.toTopic }, recorded }))
    for (const piece of inTransactions(chosen, { upTo: { position, lastEvent }, schemasUrl })) {
      ends = await term.commit(piece.messages, { place: piece.upTo, ends, unfinished: [] })
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
