import { randomBytes } from 'node:crypto'
import { onTestFinished, test } from 'vitest'
import { eventStoreProcessForThisTest } from '#test/support/event-store.ts'
import { withLog } from '#test/support/with-log.ts'
import { expectFeedEqualsLog } from './agreement.ts'
import { startBroker } from './broker.ts'
import { startFeedProcess } from './feed-process.ts'
import { readWithJava } from './java-consumer.ts'
import { KILLS, killSeries } from './kill-series.ts'
import { writerOf } from './writer.ts'

test(`every public event is in Kafka once and in order, though feed, broker and log are killed ${KILLS} times`, {
  timeout: 600_000,
}, async () => {
  const broker = await startBroker()
  onTestFinished(broker.close)
  const node = await eventStoreProcessForThisTest()
  const vaultKey = randomBytes(32)
  const place = { databaseUrl: node.databaseUrl, eventStoreUrl: node.url, vaultKey }
  const feed = await startFeedProcess({ ...place, brokers: broker.address })
  onTestFinished(async () => void (await feed.end('SIGKILL')))
  const another = await startFeedProcess({ ...place, brokers: broker.address }, { started: false })
  onTestFinished(async () => void (await another.end('SIGKILL')))
  const reader = readWithJava(broker.libraries, broker.address)
  onTestFinished(reader.close)

  await withLog({ ...place, vaultKey: vaultKey.toString('hex') }, async (log) => {
    const writer = writerOf(log)
    const stop = new AbortController()
    const writing = writer.writeUntil(stop.signal)
    const surviving = killSeries({ broker, node, feed, another, read: reader.count })
    await Promise.all([writing, surviving.finally(() => stop.abort())])
    await expectFeedEqualsLog(log.eventStore, reader)
    const fromTheStart = readWithJava(broker.libraries, broker.address, { endAfterMs: 4_000 })
    await fromTheStart.ended
    await expectFeedEqualsLog(log.eventStore, fromTheStart)
  })
})
