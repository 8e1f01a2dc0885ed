// @module-tag one-node

import shared from '@eventstore/db-client/generated/shared_pb.js'
import statuses from '@eventstore/db-client/generated/status_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import anys from 'google-protobuf/google/protobuf/any_pb.js'
import empties from 'google-protobuf/google/protobuf/empty_pb.js'
import { expect, test } from 'vitest'
import {
  type EventStore,
  EventStoreUnavailable,
  RevisionConflict,
} from '#kernel/platform/event-store/event-store.ts'
import {
  eventStoreNodeForThisFile,
  eventStoreProcessForThisTest,
} from '#test/support/event-store.ts'
import { LONGEST_START_MS } from '#test/support/patience.ts'
import { countedMs } from '#test/support/within.ts'
import { relayForThisTest } from './relay.ts'
import {
  eventually,
  gate,
  listeningLogger,
  logOf,
  newEvents,
  newStream,
  storeForThisTest,
} from './support.ts'

const node = eventStoreNodeForThisFile()
const nodePort = () => Number(new URL(node.url).port)

test('an append whose answer was lost is found to have been written', async () => {
  const relay = await relayForThisTest(nodePort())
  const store = storeForThisTest(relay.url)
  const direct = storeForThisTest(node.url)
  const stream = newStream()
  const events = newEvents(2)
  relay.changeAnswer = () => undefined

  const appending = store.append(stream, events, 'no_stream')
  await eventually(() => direct.readStream(stream, { maxCount: 9 })).toHaveLength(2)
  await direct.append(stream, newEvents(1), 1n)
  relay.changeAnswer = (answer) => answer

  const written = await direct.readStream(stream, { maxCount: 9 })
  expect(await appending).toEqual({ revision: 1n, position: written[1]?.position })
  expect(written.map(({ id }) => id).slice(0, 2)).toEqual(events.map(({ id }) => id))
  expect(written).toHaveLength(3)
})

test('an append that never arrived, while another one took its place, is a conflict', async () => {
  const relay = await relayForThisTest(nodePort())
  const store = storeForThisTest(relay.url)
  const direct = storeForThisTest(node.url)
  const stream = newStream()
  relay.loseRequests = true

  const appending = store.append(stream, newEvents(1), 'no_stream').catch((error: unknown) => error)
  await direct.append(stream, newEvents(2), 'no_stream')
  relay.loseRequests = false

  expect(await appending).toEqual(new RevisionConflict(stream, 1n))
  expect(await direct.readStream(stream, { maxCount: 9 })).toHaveLength(2)
})

test('a conflict with its own earlier attempt is a success', async () => {
  const relay = await relayForThisTest(nodePort())
  const store = storeForThisTest(relay.url)
  const stream = newStream()
  let answers = 0
  relay.changeAnswer = (answer) => {
    answers += 1
    return answers === 1 ? undefined : wrongRevision(answer)
  }

  const appended = await store.append(stream, newEvents(3), 'no_stream')

  const written = await store.readStream(stream, { maxCount: 9 })
  expect(answers).toBeGreaterThanOrEqual(2)
  expect(appended).toEqual({ revision: 2n, position: written[2]?.position })
  expect(written).toHaveLength(3)
})

test('an append is looked up if its answer lacks the position', async () => {
  const relay = await relayForThisTest(nodePort())
  const store = storeForThisTest(relay.url)
  const stream = newStream()
  relay.changeAnswer = (answer) => {
    const changed = streams.BatchAppendResp.deserializeBinary(answer)
    changed.getSuccess()?.clearPosition()
    return Buffer.from(changed.serializeBinary())
  }

  const appended = await store.append(stream, newEvents(2), 'no_stream')

  const written = await store.readStream(stream, { maxCount: 9 })
  expect(appended).toEqual({ revision: 1n, position: written[1]?.position })
})

test('without any answer the outcome is reported as unknown in time', async () => {
  const relay = await relayForThisTest(nodePort())
  const store = storeForThisTest(relay.url, { appendTimeoutMs: 150, resolveWithinMs: 1_500 })
  relay.changeAnswer = () => undefined
  const tookMs = countedMs()

  await expect(store.append(newStream(), newEvents(1), 'no_stream')).rejects.toThrow(
    EventStoreUnavailable,
  )

  expect(tookMs()).toBeLessThan(5_000)
})

test('a node that was frozen has written every append exactly once', async () => {
  const own = await eventStoreProcessForThisTest()
  const log = listeningLogger()
  const store = storeForThisTest(own.url, { logger: log.logger, resolveWithinMs: LONGEST_START_MS })
  const stream = newStream()
  const before = await store.append(stream, newEvents(1), 'no_stream')

  await own.freeze()
  const inOrder = store.append(stream, newEvents(2), before.revision)
  const others = Array.from({ length: 40 }, () =>
    store.append(newStream(), newEvents(2), 'no_stream'),
  )
  await eventually(() => log.count('append in doubt')).toBeGreaterThanOrEqual(41)
  await own.thaw()

  expect(await inOrder).toMatchObject({ revision: 2n })
  const appended = await Promise.all(others)
  expect(new Set(appended.map(({ position }) => position)).size).toBe(40)
  expect(await logOf(store)).toHaveLength(1 + 2 + 80)
})

test('a node killed in the middle of appends has written each of them once after its restart', async () => {
  const own = await eventStoreProcessForThisTest()
  // Starting it again takes long on a busy machine.
  const store = storeForThisTest(own.url, { resolveWithinMs: LONGEST_START_MS })
  await store.append(newStream(), newEvents(1), 'no_stream')

  const appending = Array.from({ length: 200 }, () =>
    store.append(newStream(), newEvents(2), 'no_stream'),
  )
  await Promise.race(appending)
  await own.stop('SIGKILL')
  await own.start()

  const appended = await Promise.all(appending)
  const log = await logOf(store)
  expect(log).toHaveLength(1 + 400)
  const last = new Map(log.map(({ stream, position }) => [stream, position]))
  expect(new Set(appended.map(({ position }) => position))).toEqual(
    new Set([...last.values()].slice(1)),
  )
})

test('a stopped store is reported as unavailable, and is used again once it is back', async () => {
  const own = await eventStoreProcessForThisTest()
  const store = storeForThisTest(own.url, { resolveWithinMs: 800 })
  await own.stop('SIGKILL')

  const failures = await Promise.all(
    [
      store.append(newStream(), newEvents(1), 'no_stream'),
      store.readStream(newStream(), { maxCount: 1 }),
      store.headOfLog(),
    ].map((answer) => answer.catch((error: unknown) => error)),
  )
  await own.start()

  expect(failures.every((error) => error instanceof EventStoreUnavailable)).toBe(true)
  await untilWritten(store)
})

test('the end of one store does not affect appends to another', async () => {
  const relay = await relayForThisTest(nodePort())
  const healthy = storeForThisTest(relay.url, { appendTimeoutMs: 5_000 })
  const doomedNode = await eventStoreProcessForThisTest()
  const doomed = storeForThisTest(doomedNode.url, { resolveWithinMs: 300 })
  await untilWritten(doomed)
  const held = gate()
  const reached = gate()
  relay.changeAnswer = (answer) => {
    reached.open()
    return held.passed().then(() => answer)
  }
  const appending = healthy.append(newStream(), newEvents(1), 'no_stream')
  await reached.passed()

  await doomedNode.stop('SIGKILL')
  await expect(doomed.append(newStream(), newEvents(1), 'no_stream')).rejects.toThrow(
    EventStoreUnavailable,
  )
  held.open()

  expect(await appending).toMatchObject({ revision: 0n })
})

/** One that gives up soon may have to begin again. */
const untilWritten = (store: EventStore) =>
  eventually(async () => {
    const writing = store.append(newStream(), newEvents(1), 'no_stream')
    return (await writing.catch(() => undefined))?.revision
  }).toBe(0n)

/** The same answer, turned into the refusal of a wrong expected revision. */
function wrongRevision(answer: Buffer): Buffer {
  const changed = streams.BatchAppendResp.deserializeBinary(answer)
  const details = new shared.WrongExpectedVersion()
  details.setCurrentStreamRevision('2').setExpectedNoStream(new empties.Empty())
  const any = new anys.Any()
  any.pack(details.serializeBinary(), 'event_store.client.WrongExpectedVersion')
  changed.setError(new statuses.Status().setDetails(any))
  return Buffer.from(changed.serializeBinary())
}
