import type { EachMessagePayload, Kafka } from 'kafkajs'
import { answerWithin } from '#kernel/platform/waiting/timing.ts'

const SILENT_FOR_MS = 30_000

/** Records of a partition from an offset on, up to another one, which is exclusive. */
export interface Span {
  readonly topic: string
  readonly partition: number
  readonly from: bigint
  readonly to: bigint
}

interface Reading {
  /** Unique, and under a prefix that KAFKA_USER may use. */
  readonly groupId: string
  readonly readUncommitted?: boolean
  /** Receives each record once; those of a partition in their order. */
  readonly see: (payload: EachMessagePayload) => void
}

/** Reads the spans, and leaves nothing behind at the broker. */
export async function readRecords(
  kafka: Kafka,
  spans: readonly Span[],
  { groupId, readUncommitted = false, see }: Reading,
): Promise<void> {
  const filled = spans.filter(({ from, to }) => from < to)
  if (filled.length === 0) return
  const waiting = new Map(filled.map((span) => [placeOf(span), span]))
  const consumer = kafka.consumer({
    groupId,
    allowAutoTopicCreation: false,
    readUncommitted,
    maxWaitTimeInMs: 50,
    // The caller repeats a failed reading with a new consumer; this one must not repeat by itself.
    retry: { restartOnFailure: async () => false },
  })
  let batchDone = Promise.withResolvers<void>()
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => undefined)
  consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload }) => {
    const span = waiting.get(placeOf(payload))
    if (span !== undefined && BigInt(payload.lastOffset) >= span.to - 1n) {
      waiting.delete(placeOf(payload))
    }
    batchDone.resolve()
    batchDone = Promise.withResolvers<void>()
  })
  consumer.on(consumer.events.CRASH, ({ payload }) => failed.reject(payload.error))
  const eachMessage = onceOf(filled, see)
  try {
    await answerWithin(SILENT_FOR_MS, consumer.connect())
    const topics = [...new Set(filled.map(({ topic }) => topic))]
    await consumer.subscribe({ topics, fromBeginning: true })
    await Promise.race([consumer.run({ autoCommit: false, eachMessage }), failed.promise])
    for (const { topic, partition, from } of filled) {
      if (from > 0n) consumer.seek({ topic, partition, offset: String(from) })
    }
    while (waiting.size > 0) {
      await answerWithin(SILENT_FOR_MS, Promise.race([batchDone.promise, failed.promise]))
    }
  } finally {
    await consumer.disconnect().catch(() => undefined)
  }
}

/** The consumer begins at the beginning before it goes to the span, and may see records twice. */
function onceOf(spans: readonly Span[], see: Reading['see']) {
  const next = new Map(spans.map((span) => [placeOf(span), { at: span.from, to: span.to }]))
  return async (payload: EachMessagePayload) => {
    const span = next.get(placeOf(payload))
    const offset = BigInt(payload.message.offset)
    if (span === undefined || offset < span.at || offset >= span.to) return
    span.at = offset + 1n
    see(payload)
  }
}

const placeOf = ({ topic, partition }: { readonly topic: string; readonly partition: number }) =>
  `${topic} ${partition}`
