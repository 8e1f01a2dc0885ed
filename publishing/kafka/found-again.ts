import { randomUUID } from 'node:crypto'
import type { EachMessagePayload, Kafka } from 'kafkajs'
import { inBatches } from '#kernel/domain/in-batches.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { type LogPlace, placeBehind } from '#kernel/platform/event-store/event-store.ts'
import { type LogPosition, parseLogPosition } from '#kernel/platform/event-store/log-position.ts'
import { logUpTo } from '#kernel/platform/event-store/log-up-to.ts'
import type { PublicEvent } from '#publishing/events/public-event.ts'
import { publicationsOf } from '#publishing/events/publish.ts'
import { type HeldKey, hold, missingIn } from './backfill/missing.ts'
import type { FeedOptions } from './feed-options.ts'
import { placeInLog } from './place-in-log.ts'
import type { FeedCheckpoint, TopicEnds } from './sending/checkpoint.ts'
import { readRecords, type Span } from './sending/read-records.ts'
import { HEARTBEAT_TOPIC, isCompacted } from './sending/topics.ts'
import { stateNouns, stateTopic } from './states/state-nouns.ts'

const BATCH = 1_000

/** Kafka holds events behind the position of the feed, and the log does not know them. */
export class PositionSetBack extends Error {
  override readonly name = 'PositionSetBack'
  readonly published: Published
  constructor(published: Published, { position }: LogPlace) {
    super(
      `positionSetBack: the position of the feed is ${String(position)}, but Kafka holds the event ${published.id} of position ${String(published.position)}, which the log does not have there. Restore the log that was published; or delete all topics of the feed, and let consumers start again`,
    )
    this.published = published
  }
}

interface Published {
  readonly id: string
  readonly position: LogPosition
}

/**
 * The checkpoint, or where the topics hold events behind it, one that fits them: the position topic lost its
 * end. What a topic lacks up to there is left to a backfill.
 */
export async function foundAgain(
  options: Pick<FeedOptions, 'kafka' | 'eventStore' | 'vault' | 'logger'>,
  kept: FeedCheckpoint,
  found: TopicEnds,
): Promise<FeedCheckpoint> {
  const { kafka, eventStore, logger } = options
  const { keys, last } = await publishedBehind(kafka, kept, found)
  if (last === undefined) return kept
  const event = await eventStore.eventAt(last.position)
  if (event?.id !== last.id) throw new PositionSetBack(last, kept.place)
  const unfinished = await lackingUpTo(options, { from: kept.place, upTo: last.position, keys })
  logger.error(
    { from: String(kept.place.position), to: String(last.position), unfinished },
    'positionSetBack: the position of the feed lost its end; it was found again in the topics',
  )
  return { place: placeBehind(event), ends: found, unfinished }
}

/**
 * The ends of topics that the checkpoint may not know. One offset behind its own is the marker that ends a
 * transaction.
 */
export const tailsBehind = (ends: TopicEnds, found: TopicEnds): readonly Span[] =>
  Object.entries(found)
    .filter(([topic]) => topic !== HEARTBEAT_TOPIC)
    .flatMap(([topic, partitions]) =>
      partitions.map((to, partition) => ({
        topic,
        partition,
        from: ends[topic]?.[partition] ?? 0,
        to,
      })),
    )
    .filter(({ from, to }) => to - from > 1)
    .map(({ topic, partition, from, to }) => ({
      topic,
      partition,
      from: BigInt(from),
      to: BigInt(to),
    }))

type KeysByTopic = ReadonlyMap<string, ReadonlyMap<string, HeldKey>>

/** What the topics hold behind the place, by topic and key, and the last event of it. */
async function publishedBehind(kafka: Kafka, { ends, place }: FeedCheckpoint, found: TopicEnds) {
  const keys = new Map<string, Map<string, HeldKey>>()
  const behind: { last: Published | undefined } = { last: undefined }
  const see = ({ topic, message: { key, headers = {} } }: EachMessagePayload) => {
    const header = headers['ce_position']
    if (header === undefined) return
    const position = parseLogPosition(String(header))
    if (position <= place.position) return
    const id = String(headers['ce_id'])
    const ofTopic = keys.get(topic) ?? new Map<string, HeldKey>()
    keys.set(topic, ofTopic)
    hold(ofTopic, { key: String(key), id })
    if (position > (behind.last?.position ?? place.position)) behind.last = { id, position }
  }
  const groupId = `sarraf.reading.${randomUUID()}`
  await readRecords(kafka, tailsBehind(ends, found), { groupId, see })
  return { keys, last: behind.last }
}

interface Lost {
  readonly from: LogPlace
  readonly upTo: LogPosition
  readonly keys: KeysByTopic
}

/** The topics that lack an event between the places. */
async function lackingUpTo(
  { eventStore, vault }: Pick<FeedOptions, 'eventStore' | 'vault'>,
  { from, upTo, keys }: Lost,
): Promise<readonly string[]> {
  const lacking = new Set<string>()
  const lacks = lacksIn(keys)
  const { position: after } = await placeInLog(eventStore, from)
  for await (const batch of inBatches(logUpTo(eventStore, { after, upTo }), BATCH)) {
    const genuine = batch.filter(({ isGenuine }) => isGenuine)
    for (const { event, recorded } of await publicationsOf(vault, genuine)) {
      for (const topic of topicsOf(event)) {
        if (lacks({ topic, key: event.key, id: recorded.id })) lacking.add(topic)
      }
    }
  }
  return [...lacking]
}

function lacksIn(keys: KeysByTopic) {
  const byTopic = new Map<string, ReturnType<typeof missingIn>>()
  return (one: { readonly topic: string; readonly key: string; readonly id: string }) => {
    const { topic } = one
    const held = { keys: keys.get(topic) ?? new Map<string, HeldKey>(), lostItsHead: false }
    const isMissing = byTopic.get(topic) ?? missingIn({ ...held, isCompacted: isCompacted(topic) })
    byTopic.set(topic, isMissing)
    try {
      return isMissing(one)
    } catch (error) {
      // A gap before a present event: the backfill says what to do.
      if (error instanceof CommandError) return true
      throw error
    }
  }
}

const topicsOf = ({ topic, noun }: PublicEvent): readonly string[] => [
  ...(topic === null ? [] : [topic]),
  ...(stateNouns[noun] === undefined ? [] : [stateTopic(noun)]),
]
