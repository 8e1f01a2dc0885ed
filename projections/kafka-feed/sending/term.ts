import { CompressionTypes, type Kafka, type Producer, type TopicMessages } from 'kafkajs'
import type { LogPlace } from '#kernel/platform/event-store/event-store.ts'
import { readPlace, writePlace } from '#kernel/platform/event-store/kept-place.ts'
import { lastCommitted, lastWritten } from './read-back.ts'
import { steadyPartitioner } from './steady-partitioner.ts'
import { POSITION_TOPIC } from './topics.ts'

/** Readers wait for an open transaction. The broker aborts an abandoned one after this time. */
const TRANSACTION_TIMEOUT_MS = 20_000
const SEND_TIMEOUT_MS = 10_000

/**
 * The time in which one producer may publish: from the moment it fences earlier producers to its
 * first failure. The next term reads back whether the last transaction was committed.
 */
export interface Term {
  /** The published place in the log; undefined if none was ever committed. */
  readonly place: LogPlace | undefined
  /** Commits the messages and the place in one transaction. */
  readonly commit: (messages: readonly TopicMessages[], upTo: LogPlace) => Promise<void>
  readonly close: () => Promise<void>
}

export interface TermOptions {
  /** The key of the place: the feed, or one replay. */
  readonly name: string
  /** Identifies the process that begins the term; unique. */
  readonly by: string
}

export async function beginTerm(kafka: Kafka, { name, by }: TermOptions): Promise<Term> {
  const { createPartitioner, begin } = steadyPartitioner()
  const producer = kafka.producer({
    transactionalId: `sarraf.${name}`,
    idempotent: true,
    maxInFlightRequests: 1,
    transactionTimeout: TRANSACTION_TIMEOUT_MS,
    allowAutoTopicCreation: false,
    createPartitioner,
  })
  const transact = async (topicMessages: TopicMessages[]) => {
    begin()
    return sendTogether(producer, topicMessages)
  }
  try {
    await producer.connect()
    const begun = await transact([record(termKey(name), by)])
    const end = begun.find(({ topicName }) => topicName === POSITION_TOPIC)?.baseOffset
    if (end === undefined) throw new Error('Kafka does not say where a record was put')
    const place = await lastCommitted(kafka, placeKey(name), BigInt(end))
    return {
      place: place === undefined ? undefined : readPlace(place),
      commit: async (messages, upTo) => {
        await transact([...messages, record(placeKey(name), writePlace(upTo))])
      },
      close: () => producer.disconnect(),
    }
  } catch (error) {
    await producer.disconnect().catch(() => undefined)
    throw error
  }
}

/**
 * The process that last began a term, or tried to. A fenced producer may receive any error from the
 * broker, so it has to compare.
 */
export const lastTermBy = (kafka: Kafka, name: string): Promise<string | undefined> =>
  lastWritten(kafka, termKey(name))

const termKey = (name: string) => `${name}/term`
const placeKey = (name: string) => `${name}/position`

const record = (key: string, value: string): TopicMessages => ({
  topic: POSITION_TOPIC,
  messages: [{ key, value }],
})

/** After a failure it is unknown whether the transaction was committed, so the term has to end. */
async function sendTogether(producer: Producer, topicMessages: TopicMessages[]) {
  const transaction = await producer.transaction()
  const sent = await transaction.sendBatch({
    topicMessages,
    acks: -1,
    timeout: SEND_TIMEOUT_MS,
    compression: CompressionTypes.GZIP,
  })
  await transaction.commit()
  return sent
}

/** Another producer has begun a later term. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

export function isFenced(error: unknown): boolean {
  if (error instanceof Overtaken) return true
  if (!(error instanceof Error)) return false
  const type = 'type' in error ? error.type : undefined
  return type === 'INVALID_PRODUCER_EPOCH' || isFenced(error.cause)
}
