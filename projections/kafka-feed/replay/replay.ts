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

interface Parts {
  readonly kafka: Kafka
  readonly eventStore: EventStore
  readonly vault: Pick<Vault, 'keyOf' | 'pseudonym'>
  readonly settings: TopicSettings
  readonly progress: Progress
}

interface Wanted {
  readonly start: { readonly position: LogPosition; readonly since: number }
  readonly topics: readonly string[]
  readonly toTopic: string
}

/**
 * Copies history up to the present end of the log. Its position is kept as the feed's is, so that
 * after a failure, or run again after an interruption, it goes on where it was.
 */
export async function replay(parts: Parts, wanted: Wanted) {
  const { kafka, eventStore, settings, progress } = parts
  const { toTopic } = wanted
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
        const place = term.place ?? (await firstPlace(parts, wanted, term))
        const from = await placeInLog(eventStore, place)
        const count = (more: number) => {
          published += more
        }
        await copy(parts, wanted, { term, from, upTo, count })
        return { published, upTo: Number(upTo), topic: toTopic }
      } finally {
        await term.close().catch(() => undefined)
      }
    } catch (error) {
      if (error instanceof CommandError) throw error
      if (isFenced(error)) throw new CommandError(`Another replay writes to ${toTopic}.`)
      if (attempt === ATTEMPTS) {
        throw new CommandError(
          'Kafka or the log does not answer; the same command goes on later.',
          {
            cause: error,
          },
        )
      }
      await pause(PAUSE_MS)
    }
  }
}

async function firstPlace({ kafka }: Parts, { start, toTopic }: Wanted, term: Term) {
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

async function copy({ eventStore, vault, progress }: Parts, wanted: Wanted, copying: Copying) {
  const { term, from, upTo, count } = copying
  let batch: StoredEvent[] = []
  let { lastEvent } = from
  const flush = async (position: LogPosition) => {
    const all = await publicationsOf(vault, batch)
    const last = batch.at(-1)
    if (last !== undefined) lastEvent = referenceTo(last)
    batch = []
    const chosen = all
      .filter(({ event }) => wanted.topics.includes(event.topic))
      .filter(({ recorded }) => Date.parse(recorded.metadata.recordedAt) >= wanted.start.since)
      .map(({ event, recorded }) => ({ event: { ...event, topic: wanted.toTopic }, recorded }))
    for (const piece of inTransactions(chosen, { position, lastEvent })) {
      await term.commit(piece.messages, piece.upTo)
      count(piece.publications.length)
    }
    progress.reach(position)
  }
  // A position that somebody chose need not be one at which an event begins.
  const behind = from.lastEvent === undefined ? START_OF_LOG : from.position
  for await (const event of eventStore.readLog(behind)) {
    if (event.position < from.position) continue
    if (event.position > upTo) break
    batch.push(event)
    if (batch.length >= BATCH) await flush(event.position)
  }
  await flush(upTo)
}
