// @module-tag embedded-parts

import { readdir, readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { Admin } from 'kafkajs'
import { beforeAll, expect, test } from 'vitest'
import { endsOf } from '#publishing/kafka/sending/topic-check.ts'
import { kafkaLibraries } from '#stack/kafka/distribution.ts'
import { expectFeedEqualsLog, expectStatesEqualLog } from './agreement.ts'
import { type Broker, startEmbedded } from './broker.ts'
import { asAdmin, feedSystemOn, untilDamaged, untilPublished } from './feed-system.ts'
import { readWithJava, STATE_TOPICS } from './java-consumer.ts'
import type { writerOf } from './writer.ts'

const VOUCHERS = 'sarraf.expense-vouchers.v1'
const POSITION = '_sarraf.feed-position'

let broker: Broker
let folder: string
beforeAll(async () => {
  broker = await startEmbedded(await kafkaLibraries(), async (place) => {
    folder = place.folder
    return {}
  })
  return broker.close
}, 180_000)

type System = Awaited<ReturnType<typeof feedSystemOn>>

test('after a power cut that took the end of the position, no event is sent twice', async () => {
  const system = await feedSystemOn(broker)
  const { feed, log, writer } = system
  await published(system)
  const ends = await admin((one) => endsOf(one, [POSITION]))
  await published(system)
  await broker.end('SIGKILL')
  await forgetBehind(POSITION, ends[POSITION])
  await broker.start()
  await published(system)
  expect(feed.logged()).toContain('positionSetBack: the position of the feed lost its end')
  await expectTopicsEqualLog(system)

  const later = await admin((one) => endsOf(one, [POSITION]))
  await published(system)
  await feed.end('SIGKILL')
  await broker.end('SIGKILL')
  await forgetBehind(POSITION, later[POSITION])
  await broker.start()
  await writeRound(writer)
  feed.start()
  await untilPublished(feed, log.eventStore)
  await expectTopicsEqualLog(system)
}, 240_000)

test('what a topic lost with the position is written by a backfill, and nothing else', async () => {
  const system = await feedSystemOn(broker)
  const { feed, log, run } = system
  await published(system)
  const ends = await admin((one) => endsOf(one, [POSITION, VOUCHERS]))
  await published(system)
  await broker.end('SIGKILL')
  await forgetBehind(POSITION, ends[POSITION])
  await forgetBehind(VOUCHERS, ends[VOUCHERS])
  await broker.start()
  await untilDamaged(feed, `\`npm run feed -- backfill --topic ${VOUCHERS}\``)
  expect(await run('backfill', '--topic', VOUCHERS)).toMatchObject({
    published: 24,
    complete: true,
  })
  await untilPublished(feed, log.eventStore)
  await expectTopicsEqualLog(system)
}, 240_000)

async function published({ feed, log, writer }: System) {
  await writeRound(writer)
  await untilPublished(feed, log.eventStore)
}

/** One event of three topics to each of 24 keys. */
async function writeRound({ writeOnce }: ReturnType<typeof writerOf>) {
  for (let key = 0; key < 24; key += 1) await writeOnce(key)
}

/** Cuts the last segment of each partition at a batch, as a machine does that lost its page cache. */
async function forgetBehind(topic: string, ends: readonly number[] = []) {
  for (const [partition, end] of ends.entries()) {
    const place = join(folder, 'data', `${topic}-${partition}`)
    const segments = (await readdir(place)).filter((name) => name.endsWith('.log'))
    const file = join(place, segments.toSorted().at(-1) ?? '')
    const bytes = await readFile(file)
    let at = 0
    // Each batch begins with its first offset (8 bytes) and its length behind that (4 bytes).
    while (at + 12 <= bytes.length && bytes.readInt32BE(at + 8) > 0) {
      if (bytes.readBigInt64BE(at) >= BigInt(end)) break
      at += 12 + bytes.readInt32BE(at + 8)
    }
    await truncate(file, at)
  }
}

async function expectTopicsEqualLog({ log }: System) {
  const read = (topics?: string) =>
    readWithJava(broker.libraries, broker.address, {
      untilTheEnd: true,
      ...(topics !== undefined && { topics }),
    })
  const [events, states] = [read(), read(STATE_TOPICS)]
  await Promise.all([events.ended, states.ended])
  await expectFeedEqualsLog(log.eventStore, events)
  await expectStatesEqualLog(log.eventStore, states)
}

const admin = <Result>(work: (admin: Admin) => Promise<Result>) => asAdmin(broker, work)
