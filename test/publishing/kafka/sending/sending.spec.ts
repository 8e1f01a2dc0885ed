import type { PartitionMetadata } from 'kafkajs'
import { expect, test } from 'vitest'
import { feedStatus } from '#kernel/platform/cli/feed-status.ts'
import { findKafka } from '#kernel/platform/cli/find-kafka.ts'
import {
  BEFORE_THE_LOG,
  type LogPlace,
  referenceTo,
} from '#kernel/platform/event-store/event-store.ts'
import { readPlace, writePlace } from '#kernel/platform/event-store/kept-place.ts'
import { logPosition } from '#kernel/platform/event-store/log-position.ts'
import { kafkaConnection, kafkaTopics } from '#kernel/platform/kafka/kafka-settings.ts'
import { reasonOf, refusalOf } from '#kernel/platform/kafka/reason.ts'
import { settingsFrom } from '#kernel/platform/settings/read.ts'
import type { Publication } from '#publishing/events/public-event.ts'
import { heartbeats } from '#publishing/kafka/sending/heartbeats.ts'
import { messagesOf } from '#publishing/kafka/sending/message.ts'
import {
  LeaderMoved,
  PartitionsChanged,
  steadyPartitioner,
} from '#publishing/kafka/sending/steady-partitioner.ts'
import { isFenced } from '#publishing/kafka/sending/term.ts'
import { feedTopics } from '#publishing/kafka/sending/topics.ts'
import { inTransactions, type Piece } from '#publishing/kafka/sending/transactions.ts'
import { recorded } from '#test/support/stored-events.ts'

test('an event becomes a CloudEvent in binary mode', () => {
  const [addressed, ...others] = messagesOf(publication(7n), 'https://sarraf.example/schemas/')
  const { key, value, headers } = addressed?.message ?? {}
  expect([addressed?.topic, others]).toEqual(['sarraf.expense-vouchers.v1', []])
  expect(key).toBe('a1')
  expect(value).toBe('{"voucherId":"a1"}')
  expect(headers).toEqual({
    ce_specversion: '1.0',
    ce_id: 'event-7',
    ce_type: 'sarraf.expense-voucher.SmsSent.v1',
    ce_source: '/companies/c1',
    ce_subject: 'a1',
    ce_time: '2026-11-20T09:45:00.123Z',
    ce_dataschema: 'https://sarraf.example/schemas/sarraf.expense-voucher.SmsSent.v1.json',
    ce_partitionkey: 'a1',
    ce_sequence: '3',
    ce_position: '7',
    'content-type': 'application/json',
  })
})

test('the state that an event leads to is a record of its own, with a null value for what is gone', () => {
  const topic = 'sarraf.expense-voucher.state.v1'
  const states = [{ status: 'draft' }, null].map((value) =>
    messagesOf({ ...publication(7n), state: { topic, value } }, 'https://sarraf.example').at(-1),
  )
  expect(states.map((state) => [state?.topic, state?.message.value])).toEqual([
    [topic, '{"status":"draft"}'],
    [topic, null],
  ])
  expect(states[0]?.message).toMatchObject({ key: 'a1', headers: { ce_type: topic } })
})

test('a heartbeat says for each topic up to where it is complete', () => {
  const { topic, messages } = heartbeats(placeAt(9n, 8n))
  expect(topic).toBe('sarraf.heartbeats.v1')
  expect(messages.map(({ key }) => key)).toEqual(feedTopics.filter((one) => one !== topic))
  for (const { key, value } of messages) {
    expect(JSON.parse(String(value))).toMatchObject({ topic: key, completeUpTo: '9' })
  }
})

test('one batch is one transaction that reaches the batch’s position', () => {
  const pieces = [...inTransactions([publication(3n), publication(5n)], upTo(9n, 8n))]
  expect(pieces.map(sizeAndEnd)).toEqual([[2, 9n]])
  expect(pieces[0]?.messages).toHaveLength(1)
})

test('a batch above a broker’s limit is several transactions, each with its own position', () => {
  const long = { text: 'x'.repeat(300_000) }
  const batch = [1n, 2n, 3n, 4n, 5n].map((position) => publication(position, long))
  const pieces = [...inTransactions(batch, upTo(8n, 6n))]
  expect(pieces.map(sizeAndEnd)).toEqual([
    [2, 2n],
    [2, 4n],
    [1, 8n],
  ])
})

test('a batch is as large as the fullest of its topics, because a broker’s limit is one of a topic', () => {
  const state = { topic: 'sarraf.expense-voucher.state.v1', value: { text: 'x'.repeat(300_000) } }
  const long = { text: 'x'.repeat(300_000) }
  const withState = (position: bigint): Publication => ({ ...publication(position, long), state })
  const pieces = [...inTransactions([1n, 2n, 3n].map(withState), upTo(3n, 3n))]
  expect(pieces.map(sizeAndEnd)).toEqual([
    [2, 2n],
    [1, 3n],
  ])
})

test('a place reads back as it was written', () => {
  for (const place of [BEFORE_THE_LOG, placeAt(9n, 8n)])
    expect(readPlace(writePlace(place))).toEqual(place)
})

test('the last of several transactions has the batch’s last event, the others their own', () => {
  const long = { text: 'x'.repeat(500_000) }
  const batch = [1n, 2n].map((position) => publication(position, long))
  const pieces = [...inTransactions(batch, upTo(9n, 8n))]
  expect(pieces.map(({ upTo }) => upTo)).toEqual([placeAt(1n, 1n), placeAt(9n, 8n)])
})

test('a key goes to the partition that Kafka’s own client would choose', () => {
  const { createPartitioner } = steadyPartitioner()
  const partitionOf = createPartitioner()
  const chosen = ['sarraf', 'altın', '5f1c00000000000000000001'].map((key) =>
    partitionOf({ topic: 't', partitionMetadata: ledBy(1), message: { key, value: '' } }),
  )
  // toPositive(murmur2(key)) % 6 of org.apache.kafka.common.utils.Utils
  expect(chosen).toEqual([5, 5, 2])
})

test('a transaction fails when a partition gets another leader meanwhile', () => {
  const { createPartitioner, begin } = steadyPartitioner()
  const partitionOf = createPartitioner()
  const send = (leader: number) =>
    partitionOf({ topic: 't', partitionMetadata: ledBy(leader), message: { key: 'k', value: '' } })
  begin(() => 6)
  expect(send(1)).toBe(send(1))
  expect(() => send(2)).toThrow(LeaderMoved)
  begin(() => 6)
  expect(send(2)).toBe(send(2))
})

test('no record goes to a topic with another number of partitions than its earlier ones', () => {
  const { createPartitioner, begin } = steadyPartitioner()
  const message = { key: 'k', value: null }
  const send = () => createPartitioner()({ topic: 't', partitionMetadata: ledBy(1), message })
  begin(() => 3)
  expect(send).toThrow(new PartitionsChanged('t has 6 partitions, not 3'))
  begin(() => undefined)
  expect(send).not.toThrow()
})

test('a fenced producer is distinguished from other failures, at any depth', () => {
  const fenced = Object.assign(new Error('old epoch'), { type: 'INVALID_PRODUCER_EPOCH' })
  expect(isFenced(new Error('outer', { cause: new Error('inner', { cause: fenced }) }))).toBe(true)
  expect(isFenced(new Error('outer', { cause: new Error('connection lost') }))).toBe(false)
})

test('a refusal is found at any depth and named; another failure keeps its own words', () => {
  const denied = Object.assign(new Error('Not authorized'), { type: 'TOPIC_AUTHORIZATION_FAILED' })
  const outer = Object.assign(new Error('Topic creation errors'), { errors: [denied] })
  expect(reasonOf(new Error('outermost', { cause: outer }))).toBe(
    'KAFKA_USER lacks a right at Kafka: TOPIC_AUTHORIZATION_FAILED: Not authorized',
  )
  expect(refusalOf(new Error('connection lost'))).toBeUndefined()
  expect(reasonOf(new Error('connection lost'))).toBe('connection lost')
})

test.each([
  ['KAFKA_BROKERS', 'kafka:0', 'KAFKA_BROKERS must be host:port'],
  ['KAFKA_BROKERS', 'a:9092,,b:9092', 'KAFKA_BROKERS must be host:port'],
  ['KAFKA_TLS', 'yes', 'KAFKA_TLS must be true or false'],
  ['KAFKA_PARTITIONS', '0', 'KAFKA_PARTITIONS must be an integer from 1'],
  ['KAFKA_RETENTION_MS', '-2', 'KAFKA_RETENTION_MS must be an integer of at least -1'],
])('a wrong %s is refused by name', (name, value, line) => {
  const settings = settingsFrom({ KAFKA_BROKERS: 'a:9092', [name]: value })
  expect(() => [kafkaConnection(settings), kafkaTopics(settings)]).toThrow(line)
})

test('brokers, credentials and topics are taken from the environment', () => {
  const environment = {
    KAFKA_BROKERS: 'a:9092, [::1]:9093',
    KAFKA_USER: 'sarraf',
    KAFKA_PASSWORD: 's',
  }
  expect(kafkaConnection(settingsFrom(environment))).toMatchObject({
    brokers: ['a:9092', '[::1]:9093'],
    tls: false,
    sasl: { mechanism: 'scram-sha-512', username: 'sarraf', password: 's' },
  })
  expect(kafkaTopics(settingsFrom({}))).toEqual({
    partitions: 6,
    replication: 1,
    minInSyncReplicas: 1,
    retentionMs: -1,
  })
})

test('without a configured feed there is no status to request', async () => {
  const nowhere = { DATA_DIR: '/nowhere' }
  expect(await feedStatus(nowhere)).toBeUndefined()
  expect(() => findKafka(nowhere)).toThrow('There is no Kafka: start a system with KAFKA_BROKERS')
  expect(await feedStatus({ FEED_URL: 'http://127.0.0.1:1' })).toMatchObject({ state: 'stopped' })
})

const sizeAndEnd = ({ publications, upTo }: Piece) => [publications.length, upTo.position]

/** Nothing to be published stands between the last event that the feed was given and the position. */
const placeAt = (position: bigint, ofLast: bigint): LogPlace => ({
  position: logPosition(position),
  lastEvent: referenceTo(publication(ofLast).recorded),
})

const upTo = (position: bigint, ofLast: bigint) => ({
  upTo: placeAt(position, ofLast),
  schemasUrl: 'https://sarraf.example/schemas',
})

const ledBy = (leader: number): PartitionMetadata[] =>
  [0, 1, 2, 3, 4, 5].map((partitionId) => ({
    partitionErrorCode: 0,
    partitionId,
    leader,
    replicas: [],
    isr: [],
  }))

function publication(
  position: bigint,
  data: Readonly<Record<string, unknown>> = { voucherId: 'a1' },
): Publication {
  const type = 'sarraf.expense-voucher.SmsSent.v1'
  return {
    event: {
      topic: 'sarraf.expense-vouchers.v1',
      key: 'a1',
      type,
      noun: 'expense-voucher',
      name: 'SmsSent',
      companyId: 'c1',
      subject: 'a1',
      data,
    },
    recorded: recorded(
      { type: 'SmsSent', data },
      {
        metadata: { companyId: 'c1', recordedAt: '2026-11-20T09:45:00.123Z' },
        id: `event-${position}`,
        stream: 'expenseVoucher-a1',
        revision: 3n,
        position,
      },
    ),
  }
}
