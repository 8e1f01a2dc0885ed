import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { kafkaClient } from '#kernel/platform/kafka/kafka.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { type Broker, startBroker } from './broker.ts'
import { feedSystemOn, untilPublished } from './feed-system.ts'

const PUBLISHED_WITHIN_MS = 60_000

let broker: Broker
beforeAll(async () => {
  broker = await startBroker()
  return broker.close
}, 180_000)

test('a feed whose transaction Kafka ended goes on, and does not speak of another feed', async () => {
  const { feed, log, writer } = await feedSystemOn(broker)
  await writer.writeOnce(0)
  await untilPublished(feed, log.eventStore)
  // As for a transaction that took too long, the broker gives the producer's id a later epoch.
  const connection = { brokers: [broker.address], tls: false, sasl: undefined } as const
  const client = kafkaClient(connection, silentLogger)
  const producer = client.producer({ transactionalId: 'sarraf.feed', idempotent: true })
  await producer.connect()
  onTestFinished(() => producer.disconnect())
  await (await producer.transaction()).abort()
  const phases = new Set<string>()
  await vi.waitFor(
    async () => {
      const { phase, failure } = await feed.status()
      phases.add(phase)
      expect(failure).toBe('Kafka ended a transaction of this feed that took too long')
    },
    { timeout: PUBLISHED_WITHIN_MS, interval: 20 },
  )
  await writer.writeOnce(1)
  await untilPublished(feed, log.eventStore)
  expect(phases).not.toContain('standingBy')
  expect(feed.logged()).not.toContain('another feed')
}, 180_000)
