import { randomUUID } from 'node:crypto'
import type { Kafka } from 'kafkajs'
import { inBatches } from '#kernel/domain/in-batches.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import type { LogPlace, StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { logUpTo } from '#kernel/platform/event-store/log-up-to.ts'
import type { Publication } from '#publishing/events/public-event.ts'
import { publicationsOf } from '#publishing/events/publish.ts'
import type { FeedDependencies } from '../on-feed.ts'
import { placeInLog } from '../place-in-log.ts'
import { withAdmin } from '../sending/admin.ts'
import type { FeedCheckpoint } from '../sending/checkpoint.ts'
import { beginTerm, isFenced, isOvertaken, type Term } from '../sending/term.ts'
import { checkTopics, endsOf, isSplit, ownTopics, TopicDamaged } from '../sending/topic-check.ts'
import { isCompacted } from '../sending/topics.ts'
import { inTransactions } from '../sending/transactions.ts'
import { stateTopics } from '../states/state-nouns.ts'
import { statesOf } from '../states/states.ts'
import { missingIn } from './missing.ts'
import { readTopic } from './read-topic.ts'

const BATCH = 1_000

interface BackfillRequest {
  readonly topic: string
  /** Undefined: all keys. */
  readonly key: string | undefined
}

/**
 * Writes what a topic of the feed lacks, up to the place that the feed has reached. It leads as a
 * feed does, so no other process writes meanwhile. What the topic holds decides what is written:
 * after an interruption, the same command continues.
 */
export async function backfill(dependencies: FeedDependencies, request: BackfillRequest) {
  const { kafka, settings } = dependencies
  const { topic } = request
  const by = `backfill/${randomUUID()}`
  const term = await beginTerm(kafka, { name: 'feed', by })
  try {
    const kept = term.checkpoint
    if (kept === undefined) {
      throw new CommandError('The feed has published nothing yet, or its position is lost.')
    }
    const wasWhole = await withAdmin(kafka, (admin) => isWhole(admin, kept, topic))
    const ends = await withAdmin(kafka, async (admin) => {
      await ownTopics(admin, [topic], settings)
      const own = await endsOf(admin, [topic])
      refuseSplit(topic, kept.ends[topic] ?? [], own[topic] ?? [])
      return { ...kept.ends, ...own }
    })
    const others = kept.unfinished.filter((name) => name !== topic)
    const filling = { place: kept.place, ends, unfinished: [...others, topic] }
    const { published, ends: filled } = await fill(dependencies, request, {
      term,
      checkpoint: filling,
    })
    const isDone = wasWhole || request.key === undefined
    const { position, lastEvent } = kept.place
    await term.commit([], {
      ...filling,
      // What the feed had left out is there now: it takes over the counts of the hash chain.
      place: isDone ? { position, lastEvent } : kept.place,
      ends: filled,
      unfinished: isDone ? others : filling.unfinished,
    })
    if (isDone) await term.release()
    return { topic, published, complete: isDone }
  } catch (error) {
    if (isFenced(error) && (await isOvertaken(kafka, { name: 'feed', by }))) {
      throw new CommandError(
        'A feed or another backfill has taken over; run the same command again.',
      )
    }
    await giveBack(kafka).catch(() => undefined)
    throw error
  } finally {
    await term.close().catch(() => undefined)
  }
}

/**
 * The feed waits for the release; what was begun is in the checkpoint. The producer of a failed transaction
 * cannot release.
 */
async function giveBack(kafka: Kafka) {
  const term = await beginTerm(kafka, { name: 'feed', by: `backfill/${randomUUID()}` })
  try {
    await term.release()
  } finally {
    await term.close()
  }
}

function refuseSplit(topic: string, expected: readonly number[], now: readonly number[]) {
  // A topic that was made again is empty: it may have another number.
  if (now.every((end) => end === 0) || !isSplit(expected, now)) return
  throw new CommandError(
    `${topic} has ${now.length} partitions, not ${expected.length}: delete the topic, and run the same command again.`,
  )
}

type Admin = Parameters<typeof checkTopics>[0]

async function isWhole(admin: Admin, { ends, unfinished }: FeedCheckpoint, topic: string) {
  const own = {
    ends: { [topic]: ends[topic] ?? [] },
    unfinished: unfinished.filter((name) => name === topic),
  }
  try {
    await checkTopics(admin, own)
    return true
  } catch (error) {
    if (error instanceof TopicDamaged) return false
    throw error
  }
}

interface Filling {
  readonly term: Term
  readonly checkpoint: FeedCheckpoint
}

async function fill(
  { kafka, eventStore, vault, schemasUrl, progress }: FeedDependencies,
  { topic, key }: BackfillRequest,
  { term, checkpoint }: Filling,
) {
  const held = await readTopic(kafka, topic)
  const isMissing = missingIn({ ...held, isCompacted: isCompacted(topic) })
  const { position: upTo }: LogPlace = await placeInLog(eventStore, checkpoint.place)
  progress.beginLog('log', upTo)
  let { ends } = checkpoint
  let published = 0
  const withStates = statesOf({ eventStore, vault })
  const isState = stateTopics.includes(topic)
  const ofTopic = async (all: readonly Publication[]) =>
    isState
      ? (await withStates(all)).filter(({ state }) => state?.topic === topic).map(stateOnly)
      : all.filter(({ event }) => event.topic === topic)
  const isWanted = ({ event, recorded: { id } }: Publication) =>
    (key === undefined || event.key === key) && isMissing({ topic, key: event.key, id })
  const send = async (events: readonly StoredEvent[]) => {
    const genuine = events.filter(({ isGenuine }) => isGenuine)
    const missing = (await ofTopic(await publicationsOf(vault, genuine))).filter(isWanted)
    const target = { upTo: checkpoint.place, schemasUrl }
    // Even if nothing is missing, this shows a standby feed that a process leads.
    for (const { messages, publications } of inTransactions(missing, target)) {
      ends = await term.commit(messages, { ...checkpoint, ends })
      published += publications.length
    }
  }
  for await (const batch of inBatches(logUpTo(eventStore, { after: START_OF_LOG, upTo }), BATCH)) {
    await send(batch)
    progress.reach(batch.at(-1)?.position ?? upTo)
  }
  return { published, ends }
}

const stateOnly = ({ event, ...publication }: Publication): Publication => ({
  ...publication,
  event: { ...event, topic: null },
})
