import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { newClient } from '#kernel/platform/event-store/client.ts'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import { BEFORE_THE_LOG, referenceTo } from '#kernel/platform/event-store/event-store.ts'
import { logPosition } from '#kernel/platform/event-store/log-position.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { placeInLog } from '#publishing/kafka/place-in-log.ts'
import { eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { noMacs } from '#test/support/no-macs.ts'

test('the feed continues directly after its last event, at any position, and not without it', async () => {
  const { url } = await eventStoreNodeForThisTest()
  const eventStore = connectEventStore({ url, logger: silentLogger, macs: noMacs })
  onTestFinished(eventStore.close)
  const written = { id: randomUUID(), type: 'SmsSent', data: {}, metadata: {} }
  const { position, revision } = await eventStore.append('expenseVoucher-1', [written], 'no_stream')
  const last = referenceTo({ id: written.id, stream: 'expenseVoucher-1', revision, position })
  const elsewhere = (away: bigint) => logPosition(BigInt(position.toString()) + away)
  const here = { position, lastEvent: last }

  const before = { ...last, position: elsewhere(900n) }
  expect(await placeInLog(eventStore, { position: elsewhere(980n), lastEvent: before })).toEqual(
    here,
  )
  // The log was set back behind its last event: what is there now in its place was never published.
  expect(await placeInLog(eventStore, { position: elsewhere(80n), lastEvent: last })).toEqual(here)
  expect(await placeInLog(eventStore, BEFORE_THE_LOG)).toEqual(BEFORE_THE_LOG)

  const unknown = { ...last, id: randomUUID() }
  await expect(placeInLog(eventStore, { position, lastEvent: unknown })).rejects.toThrow(
    `anotherLog: this event store has another log: expected event ${unknown.id} (expenseVoucher-1@0) at position `,
  )
})

test('the feed continues behind its last event although an administrator cut or deleted its stream', async () => {
  const { url } = await eventStoreNodeForThisTest()
  const eventStore = connectEventStore({ url, logger: silentLogger, macs: noMacs })
  const administrator = newClient(url)
  onTestFinished(async () => {
    await administrator.dispose()
    await eventStore.close()
  })
  const stream = 'expenseVoucher-1'
  const written = [1, 2, 3].map(() => ({
    id: randomUUID(),
    type: 'SmsSent',
    data: {},
    metadata: {},
  }))
  await eventStore.append(stream, written, 'no_stream')
  const [, second] = await eventStore.readStream(stream, { maxCount: 3 })
  if (second === undefined) throw new Error('nothing was written')
  const place = { position: second.position, lastEvent: referenceTo(second) }

  for (const damage of [
    () => administrator.setStreamMetadata(stream, { maxCount: 1 }),
    () => administrator.deleteStream(stream),
    () => administrator.tombstoneStream(stream),
  ]) {
    await damage()
    expect(await placeInLog(eventStore, place)).toEqual(place)
  }
})
