import { CompressionTypes, type Kafka, type Producer, type TopicMessages } from 'kafkajs'
import { isOfType } from '#kernel/platform/kafka/reason.ts'
import {
  endsAfter,
  type FeedCheckpoint,
  readCheckpoint,
  type TopicEnds,
  writeCheckpoint,
} from './checkpoint.ts'
import { lastCommitted, lastCommittedNow, lastWritten } from './read-back.ts'
import { steadyPartitioner } from './steady-partitioner.ts'
import { TopicDamaged } from './topic-check.ts'
import { explained } from './topic-rights.ts'
import { POSITION_TOPIC } from './topics.ts'

/** Readers wait for an open transaction. The broker aborts an abandoned one after this time. */
const TRANSACTION_TIMEOUT_MS = 20_000
const SEND_TIMEOUT_MS = 10_000

/**
 * The time in which one producer may publish: from the moment it fences earlier producers to its
 * first failure. The next term reads back whether the last transaction was committed.
 */
export interface Term {
  /** The last committed one; undefined if none ever was. */
  readonly checkpoint: FeedCheckpoint | undefined
  /** Commits the messages and the checkpoint in one transaction; returns the ends behind them. */
  readonly commit: (
    messages: readonly TopicMessages[],
    checkpoint: FeedCheckpoint,
  ) => Promise<TopicEnds>
  /** Publishes that there is no leader, so that the next feed need not wait. */
  readonly release: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface TermOptions {
  /** The key of the place: the feed, or one replay. */
  readonly name: string
  /** Identifies the process that begins the term; unique. */
  readonly by: string
}

export async function beginTerm(kafka: Kafka, { name, by }: TermOptions): Promise<Term> {
  const { createPartitioner, begin, countIn } = steadyPartitioner()
  const producer = kafka.producer({
    transactionalId: `sarraf.${name}`,
    idempotent: true,
    maxInFlightRequests: 1,
    transactionTimeout: TRANSACTION_TIMEOUT_MS,
    allowAutoTopicCreation: false,
    createPartitioner,
  })
  const transact = async (
    topicMessages: TopicMessages[],
    check: (sent: Sent) => void = () => undefined,
    ends: TopicEnds = {},
  ) => {
    begin((topic) => (topic === POSITION_TOPIC ? 1 : ends[topic]?.length))
    return sendTogether(producer, topicMessages, check).catch(async (error: unknown) => {
      const topics = topicMessages.map(({ topic }) => topic)
      throw await explained(kafka, topics, error)
    })
  }
  try {
    await producer.connect()
    const begun = await transact([record(termKey(name), by)])
    const end = begun.find(({ topicName }) => topicName === POSITION_TOPIC)?.baseOffset
    if (end === undefined) throw new Error('Kafka does not say where a record was put')
    const kept = await lastCommitted(kafka, placeKey(name), BigInt(end))
    return {
      checkpoint: kept === undefined ? undefined : readCheckpoint(kept),
      commit: async (messages, checkpoint) => {
        const { ends } = checkpoint
        const own = record(placeKey(name), writeCheckpoint(checkpoint))
        const check = (places: Sent) => checkPlaces(checkpoint, places)
        const sent = await transact([...messages, own], check, ends)
        return endsAfter(ends, endsBehind(sent, countIn))
      },
      release: async () => {
        await transact([record(termKey(name), RELEASED)])
      },
      close: () => producer.disconnect(),
    }
  } catch (error) {
    await producer.disconnect().catch(() => undefined)
    throw error
  }
}

/** The last committed checkpoint, without a term. */
export async function keptCheckpoint(kafka: Kafka, name: string) {
  const kept = await lastCommittedNow(kafka, placeKey(name))
  return kept === undefined ? undefined : readCheckpoint(kept)
}

/**
 * The process that last began a term, or tried to. A fenced producer may receive any error from the
 * broker, so it has to compare.
 */
export const lastTermBy = (kafka: Kafka, name: string): Promise<string | undefined> =>
  lastWritten(kafka, termKey(name))

/** Whether another process has begun a later term. */
export async function isOvertaken(kafka: Kafka, { name, by }: TermOptions): Promise<boolean> {
  const last = await lastTermBy(kafka, name)
  // Undefined if the topic was created again in between.
  return last !== undefined && last !== RELEASED && last !== by
}

/** Stands for the holder of a term that was given back. */
export const RELEASED = 'released'

const termKey = (name: string) => `${name}/term`
const placeKey = (name: string) => `${name}/position`

const record = (key: string, value: string): TopicMessages => ({
  topic: POSITION_TOPIC,
  messages: [{ key, value }],
})

type Sent = Awaited<ReturnType<Producer['sendBatch']>>

/**
 * Aborts what `check` refuses. After a failure it is unknown whether the transaction was committed,
 * so the term has to end.
 */
async function sendTogether(
  producer: Producer,
  topicMessages: TopicMessages[],
  check: (sent: Sent) => void,
): Promise<Sent> {
  const transaction = await producer.transaction()
  const sent = await transaction.sendBatch({
    topicMessages,
    acks: -1,
    timeout: SEND_TIMEOUT_MS,
    compression: CompressionTypes.GZIP,
  })
  check(sent)
  await transaction.commit()
  return sent
}

/** Throws if records were written before the known end: the topic was created again. */
function checkPlaces(checkpoint: FeedCheckpoint, sent: Sent) {
  for (const { topicName, partition, baseOffset } of sent) {
    const end = checkpoint.ends[topicName]?.[partition] ?? 0
    if (Number(baseOffset) < end) {
      throw new TopicDamaged(`${topicName} has lost records of partition ${partition}`, checkpoint)
    }
  }
}

function endsBehind(sent: Sent, countIn: (topic: string, partition: number) => number): TopicEnds {
  const ends: Record<string, number[]> = {}
  for (const { topicName, partition, baseOffset } of sent) {
    if (topicName === POSITION_TOPIC) continue
    const ofTopic = (ends[topicName] ??= [])
    while (ofTopic.length <= partition) ofTopic.push(0)
    ofTopic[partition] = Number(baseOffset) + countIn(topicName, partition)
  }
  return ends
}

/** Another producer has begun a later term. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

/** Kafka refuses the producer: there is a later one, or its own transaction took too long. */
export function isFenced(error: unknown): boolean {
  if (error instanceof Overtaken) return true
  return isOfType(error, 'INVALID_PRODUCER_EPOCH')
}
