// @module-tag embedded-parts

import {
  AclOperationTypes,
  AclPermissionTypes,
  AclResourceTypes,
  ResourcePatternTypes,
} from 'kafkajs'
import { beforeAll, expect, test, vi } from 'vitest'
import { topicFindings } from '#publishing/kafka/findings.ts'
import { expectFeedEqualsLog } from './agreement.ts'
import { asAdmin, feedSystemOn, untilPublished } from './feed-system.ts'
import { readWithJava } from './java-consumer.ts'
import { startSecuredBroker, users } from './secured-broker.ts'

const VOUCHERS = 'sarraf.expense-vouchers.v1'
const POSITION = '_sarraf.feed-position'
const COMES_WITHIN_MS = 60_000

let broker: Awaited<ReturnType<typeof startSecuredBroker>>
beforeAll(async () => {
  broker = await startSecuredBroker()
  return broker.close
}, 180_000)

test('a right that is taken away is named with its topic, and the feed goes on when it is back', async () => {
  const environment = { KAFKA_USER: 'sarraf', KAFKA_PASSWORD: users.sarraf }
  const { feed, log, writer, refused } = await feedSystemOn(broker, {
    brokers: broker.saslAddress,
    environment,
  })
  const connection = {
    brokers: [broker.saslAddress],
    tls: false,
    sasl: { mechanism: 'scram-sha-512', username: 'sarraf', password: users.sarraf },
  } as const
  const wanted = { partitions: 6, replication: 1, minInSyncReplicas: 1, retentionMs: -1 }
  const faults = async () => {
    const found: string[] = []
    for await (const one of topicFindings(connection, wanted)) {
      if (one.verdict === 'fault') found.push(one.found)
    }
    return found
  }
  await writer.writeOnce(0)
  await untilPublished(feed, log.eventStore)
  expect(await faults()).toEqual([])

  const backfill = ['backfill', '--topic', VOUCHERS]
  for (const { topic, right, commands } of [
    // Nothing is missing in the topic, so that a backfill writes nothing.
    { topic: VOUCHERS, right: 'write', commands: [] },
    { topic: VOUCHERS, right: 'describe', commands: [backfill] },
    { topic: POSITION, right: 'describe', commands: [backfill] },
  ] as const) {
    const said = `KAFKA_USER lacks a right at Kafka: ${right} on the topic ${topic}`
    const giveBack = await denied(topic, right)
    await writer.writeOnce(0)
    await untilItWaits(feed, said)
    expect(await faults()).toContain(said)
    for (const words of commands) expect(await refused(...words)).toBe(`${said}\n`)
    await giveBack()
    await untilPublished(feed, log.eventStore)
  }
  const reader = readWithJava(broker.libraries, broker.address, { untilTheEnd: true })
  await reader.ended
  await expectFeedEqualsLog(log.eventStore, reader)

  await broker.end('SIGKILL')
  const line = await refused('backfill', '--topic', VOUCHERS)
  expect(line).toMatch(/^[^\n]*ECONNREFUSED[^\n]*\n$/)
  await broker.start()
}, 300_000)

const untilItWaits = (
  { status }: Awaited<ReturnType<typeof feedSystemOn>>['feed'],
  failure: string,
) =>
  vi.waitFor(async () => expect(await status()).toMatchObject({ phase: 'waiting', failure }), {
    timeout: COMES_WITHIN_MS,
    interval: 100,
  })

/** Takes a right at one topic; returns what gives it back. */
async function denied(topic: string, right: 'write' | 'describe') {
  const operation = { write: AclOperationTypes.WRITE, describe: AclOperationTypes.DESCRIBE }[right]
  const acl = {
    resourceType: AclResourceTypes.TOPIC,
    resourceName: topic,
    resourcePatternType: ResourcePatternTypes.LITERAL,
    principal: 'User:sarraf',
    host: '*',
    operation,
    permissionType: AclPermissionTypes.DENY,
  }
  await asAdmin(broker, (admin) => admin.createAcls({ acl: [acl] }))
  return () => asAdmin(broker, (admin) => admin.deleteAcls({ filters: [acl] }))
}
