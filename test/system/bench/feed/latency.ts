import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { EachMessagePayload, Message } from 'kafkajs'
import type { Run } from '../benchmark.ts'
import { BARE_TOPIC, openBareProducer } from './bare.ts'
import { formEvent, newFormId, streamOf } from './events.ts'
import type { Parts } from './parts.ts'

const PER_SECOND = 300
const FEED_TOPIC = 'sarraf.customers.v1'
const ARRIVE_WITHIN_MS = 30_000

interface Way {
  readonly topic: string
  /** Returns the event's id and the time of its append. */
  readonly send: () => Promise<{ readonly id: string; readonly sentAt: number }>
}

export interface Percentiles {
  readonly p50: number
  readonly p99: number
}

/** From the append's answer to the consumer's handler; beside it from a bare producer's hand on. */
export async function measureLatency(parts: Parts, { quick, tell }: Run) {
  const seconds = quick ? 8 : 30
  const ours = await along(parts, throughTheLog(parts), seconds)
  const bareWay = await straight(parts)
  const bare = await along(parts, bareWay, seconds)
  await bareWay.close()
  tell(`latency: p50 ${ours.p50.toFixed(1)} ms, p99 ${ours.p99.toFixed(1)} ms`)
  tell(`bare:    p50 ${bare.p50.toFixed(1)} ms, p99 ${bare.p99.toFixed(1)} ms`)
  return { ours, bare }
}

function throughTheLog(parts: Parts): Way {
  return {
    topic: FEED_TOPIC,
    send: async () => {
      const formId = newFormId()
      const event = await formEvent(parts, formId)
      await parts.eventStore.append(streamOf(formId), [event], 'no_stream')
      return { id: event.id, sentAt: performance.now() }
    },
  }
}

/** One transaction after the other, each with all that has come in meanwhile; as the feed does. */
async function straight({ kafka, vault }: Parts) {
  const bare = await openBareProducer(kafka)
  let waiting: Message[] = []
  let sending: Promise<void> | undefined
  const drain = async () => {
    while (waiting.length > 0) {
      const messages = waiting
      waiting = []
      await bare.commit(messages)
    }
    sending = undefined
  }
  return {
    topic: BARE_TOPIC,
    send: async () => {
      const { id, data } = await formEvent({ vault }, newFormId())
      waiting.push({ key: id, value: JSON.stringify(data), headers: { ce_id: id } })
      const sentAt = performance.now()
      sending ??= drain()
      return { id, sentAt }
    },
    close: bare.close,
  }
}

async function along({ kafka }: Parts, { topic, send }: Way, seconds: number) {
  const arrivals = new Map<string, number>()
  const consumer = kafka.consumer({ groupId: `bench-${randomUUID()}`, readUncommitted: false })
  const joined = Promise.withResolvers<void>()
  consumer.on('consumer.group_join', () => joined.resolve())
  await consumer.connect()
  await consumer.subscribe({ topic, fromBeginning: false })
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ message: { headers } }: EachMessagePayload) => {
      arrivals.set(String(headers?.['ce_id']), performance.now())
    },
  })
  await joined.promise
  try {
    // The consumer settles where it starts, and everything on the way gets warm.
    await Promise.all(await sendPaced(send, 3))
    await pause(1_000)
    const sent = await Promise.all(await sendPaced(send, seconds))
    await untilArrived(
      sent.map(({ id }) => id),
      arrivals,
    )
    return percentiles(sent.map(({ id, sentAt }) => (arrivals.get(id) ?? Number.NaN) - sentAt))
  } finally {
    await consumer.disconnect()
  }
}

async function sendPaced(send: Way['send'], seconds: number) {
  const startedAt = performance.now()
  const sent: ReturnType<Way['send']>[] = []
  while (sent.length < seconds * PER_SECOND) {
    const due = ((performance.now() - startedAt) / 1_000) * PER_SECOND
    while (sent.length < due) sent.push(send())
    await pause(1)
  }
  return sent
}

async function untilArrived(ids: readonly string[], arrivals: ReadonlyMap<string, number>) {
  const deadline = Date.now() + ARRIVE_WITHIN_MS
  while (!ids.every((id) => arrivals.has(id))) {
    if (Date.now() > deadline) throw new Error('not everything has arrived')
    await pause(50)
  }
}

/** The handler may run before the append's answer is here: that took no time. */
function percentiles(milliseconds: readonly number[]): Percentiles {
  const sorted = milliseconds.map((one) => Math.max(0, one)).toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}
