import type { Admin } from 'kafkajs'
import { beforeAll, expect, test, vi } from 'vitest'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { countedMs } from '#test/support/within.ts'
import { expectFeedEqualsLog } from './agreement.ts'
import { type Broker, startBroker } from './broker.ts'
import {
  asAdmin,
  deleteAllTopics,
  feedSystemOn,
  untilDamaged,
  untilPublished,
} from './feed-system.ts'
import { readWithJava } from './java-consumer.ts'
import type { writerOf } from './writer.ts'

const VOUCHERS = 'sarraf.expense-vouchers.v1'
const KMTS = 'sarraf.kmts-verifications.v1'
const POSITION = '_sarraf.feed-position'
const NOTICED_WITHIN_MS = 10_000
const REPAIRED_WITHIN_MS = 60_000

let broker: Broker
beforeAll(async () => {
  broker = await startBroker()
  return broker.close
}, 180_000)

test('a topic that is deleted, or created again, is not filled silently but by a backfill, exactly once', async () => {
  const { feed, log, writer, run } = await feedSystemOn(broker)
  await writeRound(writer)
  await untilPublished(feed, log.eventStore)

  await admin((one) => one.deleteTopics({ topics: [VOUCHERS] }))
  await writeRound(writer)
  await untilDamaged(feed, `${VOUCHERS} is gone; \`npm run feed -- backfill --topic ${VOUCHERS}\``)
  expect((await fetch(`${feed.url}/health/ready`)).status).toBe(503)
  expect(await admin((one) => one.listTopics())).not.toContain(VOUCHERS)
  expect(await run('backfill', '--topic', VOUCHERS)).toMatchObject({
    published: 24,
    complete: true,
  })
  await untilPublished(feed, log.eventStore)

  await feed.end('SIGKILL')
  await admin(async (one) => {
    await one.deleteTopics({ topics: [KMTS] })
    await expect.poll(() => one.listTopics()).not.toContain(KMTS)
    await one.createTopics({ topics: [{ topic: KMTS, numPartitions: 6 }] })
  })
  feed.start()
  await untilDamaged(feed, `${KMTS} has lost records: partition`)
  const key = writer.keyOf(0)
  expect(await run('backfill', '--topic', KMTS, '--key', key)).toMatchObject({
    published: 2,
    complete: false,
  })
  expect(await run('backfill', '--topic', KMTS)).toMatchObject({ published: 46, complete: true })
  await untilPublished(feed, log.eventStore)
  await writeRound(writer)
  await untilPublished(feed, log.eventStore)
  expect(await run('backfill', '--topic', KMTS)).toMatchObject({ published: 0, complete: true })
  await untilPublished(feed, log.eventStore)
  await expectTopicsEqualLog(log.eventStore)
}, 180_000)

test('without its position the feed says so and begins no term, until all its topics are gone', async () => {
  const { feed, log, writer } = await feedSystemOn(broker)
  await writeRound(writer)
  await untilPublished(feed, log.eventStore)

  await admin((one) => one.deleteTopics({ topics: [POSITION] }))
  const passedMs = countedMs()
  await vi.waitFor(
    async () =>
      expect((await feed.status()).failure).toMatch(
        /^the topics hold events, but the position of the feed is lost: /,
      ),
    { timeout: REPAIRED_WITHIN_MS, interval: 100 },
  )
  expect(passedMs()).toBeLessThan(NOTICED_WITHIN_MS)
  expect(await admin((one) => one.listTopics())).not.toContain(POSITION)

  await deleteAllTopics(broker)
  await writeRound(writer)
  await untilPublished(feed, log.eventStore)
  await expectTopicsEqualLog(log.eventStore)
}, 180_000)

test('a replay starts again in a deleted topic, is done once, and leaves no topic when it begins beyond the log', async () => {
  const { feed, log, writer, run, refused } = await feedSystemOn(broker)
  await writeRound(writer)
  await untilPublished(feed, log.eventStore)
  const replay = (from: string, topic: string) =>
    ['replay', '--from', from, '--to-topic', topic] as const

  expect(await run(...replay('0', 'copy.v1'))).toMatchObject({ published: 72, alreadyThere: false })
  expect(await run(...replay('0', 'copy.v1'))).toMatchObject({ published: 0, alreadyThere: true })
  await admin(async (one) => {
    await one.deleteTopics({ topics: ['copy.v1'] })
    await expect.poll(() => one.listTopics()).not.toContain('copy.v1')
  })
  expect(await run(...replay('0', 'copy.v1'))).toMatchObject({ published: 72, alreadyThere: false })

  const head = await log.eventStore.headOfLog()
  expect(await refused(...replay(String(Number(head) + 1), 'none.v1'))).toContain(
    `is beyond the end of the log, which is at ${String(head)}.`,
  )
  expect(await refused(...replay('2999-01-01', 'none.v1'))).toContain('is in the future')
  expect(await admin((one) => one.listTopics())).not.toContain('none.v1')
}, 120_000)

/** One event of three topics to each of 24 keys. */
async function writeRound({ writeOnce }: ReturnType<typeof writerOf>) {
  for (let key = 0; key < 24; key += 1) await writeOnce(key)
}

async function expectTopicsEqualLog(eventStore: EventStore) {
  const reader = readWithJava(broker.libraries, broker.address, { untilTheEnd: true })
  await reader.ended
  await expectFeedEqualsLog(eventStore, reader)
}

const admin = <Result>(work: (admin: Admin) => Promise<Result>) => asAdmin(broker, work)
