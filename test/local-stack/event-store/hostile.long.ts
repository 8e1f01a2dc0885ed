// @module-tag embedded-node

import { randomBytes, randomUUID } from 'node:crypto'
import { type ClientHttp2Session, connect } from 'node:http2'
import type { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { type ServiceError, status } from '@grpc/grpc-js'
import empties from 'google-protobuf/google/protobuf/empty_pb.js'
import { expect, test } from 'vitest'
import { embeddedNodeForThisTest } from '#test/support/embedded-node.ts'
import { all, clientOf, drafted, eventually, manyDrafted, newStream } from './official-client.ts'
import {
  batchProposal,
  failureOf,
  filterOptions,
  logOptions,
  messagesOf,
  named,
  nothing,
  proposal,
  rawClient,
  streamOptions,
  uuid,
} from './raw-calls.ts'

const isNew = { expectedRevision: 'no_stream' } as const
const MEGABYTE = 1024 * 1024

const nothingIsOpen = { openCalls: 0, waitingSubscribers: 0, waitingWrites: 0 }

test('messages of twenty megabytes are refused, and the node keeps working', async () => {
  const node = await embeddedNodeForThisTest()
  const raw = rawClient(node.url)
  const bytes = new Uint8Array(20 * MEGABYTE)
  const batch = raw.batchAppend()
  batch.write(
    beginningOfBatch().setProposedMessagesList([batchProposal(randomUUID()).setData(bytes)]),
  )
  const append = new Promise<ServiceError | null>((resolve) => {
    const call = raw.append(resolve)
    call.write(beginningOfAppend())
    call.write(appendOf(proposal(randomUUID()).setData(bytes)))
    call.end()
  })
  const prefixes = Array.from({ length: 20 }, () => 'x'.repeat(MEGABYTE))
  const options = logOptions().setFilter(filterOptions('type', { prefixes }))
  const read = raw.read(new streams.ReadReq().setOptions(options))
  const failures = await Promise.all([failureOf(batch), append, failureOf(read)])
  expect(failures.map((failure) => failure?.code)).toEqual(
    failures.map(() => status.RESOURCE_EXHAUSTED),
  )
  await eventually(() => expect(node.figures()).toMatchObject(nothingIsOpen))
  await clientOf(node.url).appendToStream(newStream(), drafted(), isNew)
})

const optionsFor = () =>
  new streams.BatchAppendReq.Options()
    .setStreamIdentifier(named(newStream()))
    .setNoStream(new empties.Empty())

/** Without its last part. */
const beginningOfBatch = () =>
  new streams.BatchAppendReq()
    .setCorrelationId(uuid(randomUUID()))
    .setOptions(optionsFor())
    .setProposedMessagesList([batchProposal(randomUUID())])

const beginningOfAppend = () =>
  new streams.AppendReq().setOptions(
    new streams.AppendReq.Options().setStreamIdentifier(named(newStream())).setNoStream(nothing()),
  )

const appendOf = (event: streams.AppendReq.ProposedMessage) =>
  new streams.AppendReq().setProposedMessage(event)

const subscription = () => new streams.ReadReq.Options.SubscriptionOptions()

/** Calls that somebody opens, uses a little and forgets. */
const openings: readonly ((raw: StreamsClient) => { cancel(): void })[] = [
  (raw) =>
    quiet(raw.read(new streams.ReadReq().setOptions(logOptions().setSubscription(subscription())))),
  (raw) =>
    quiet(
      raw.read(
        new streams.ReadReq().setOptions(
          streamOptions(newStream()).setSubscription(subscription()),
        ),
      ),
    ),
  (raw) => quiet(raw.read(new streams.ReadReq().setOptions(logOptions(String(2n ** 64n - 1n))))),
  (raw) => {
    const call = quiet(raw.batchAppend())
    call.write(beginningOfBatch())
    return call
  },
  (raw) => {
    const call = raw.append(() => undefined)
    call.write(beginningOfAppend())
    call.write(appendOf(proposal(randomUUID())))
    return call
  },
]

function quiet<Call extends { on(event: 'error', listener: () => void): unknown }>(call: Call) {
  call.on('error', () => undefined)
  return call
}

test('a thousand abandoned calls leave nothing behind', async () => {
  const node = await embeddedNodeForThisTest()
  const client = clientOf(node.url)
  for (let count = 0; count < 10; count += 1) {
    await client.appendToStream(newStream(), manyDrafted(200), isNew)
  }
  const timers = countOfTimers()
  const figures = node.figures()
  for (let connection = 0; connection < 4; connection += 1) {
    const raw = rawClient(node.url)
    const calls = Array.from({ length: 250 }, (_, index) =>
      openings[index % openings.length]?.(raw),
    )
    await eventually(() => expect(node.figures().openCalls).toBeGreaterThan(150))
    for (const call of calls) call?.cancel()
    await eventually(() =>
      expect(node.figures()).toMatchObject({ ...nothingIsOpen, openCalls: figures.openCalls }),
    )
    raw.close()
  }
  await client.appendToStream(newStream(), drafted(), isNew)
  // Connections of other tests and clients have a few; each abandoned call would leave one.
  await eventually(() => expect(countOfTimers()).toBeLessThan(timers + 100))
})

const countOfTimers = () =>
  process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length

test('half of a cancelled append is not stored as complete', async () => {
  const node = await embeddedNodeForThisTest()
  const raw = rawClient(node.url)
  const halves = Array.from({ length: 50 }, () => {
    const call = raw.append(() => undefined)
    call.write(beginningOfAppend())
    call.write(appendOf(proposal(randomUUID())))
    return call
  })
  await eventually(() => expect(node.figures().openCalls).toBe(halves.length))
  for (const call of halves) call.cancel()
  await eventually(() => expect(node.figures()).toMatchObject(nothingIsOpen))
  expect(await all(clientOf(node.url).readAll())).toEqual([])
})

test('clients that vanish silently leave nothing behind', async () => {
  const node = await embeddedNodeForThisTest()
  await clientOf(node.url).appendToStream(newStream(), manyDrafted(500), isNew)
  const figures = node.figures()
  const sessions = Array.from({ length: 20 }, () => connect(node.url.replace('esdb:', 'http:')))
  const following = new streams.ReadReq().setOptions(logOptions().setSubscription(subscription()))
  const long = new streams.ReadReq().setOptions(logOptions(String(2n ** 64n - 1n)))
  for (const session of sessions) {
    session.on('error', () => undefined)
    for (let count = 0; count < 5; count += 1) {
      openByHand(session, 'Read', following.serializeBinary())
      openByHand(session, 'Read', long.serializeBinary())
      openByHand(session, 'BatchAppend', beginningOfBatch().serializeBinary())
      openByHand(session, 'Append', beginningOfAppend().serializeBinary())
    }
  }
  await eventually(() => expect(node.figures().openCalls).toBeGreaterThanOrEqual(300))
  for (const session of sessions) session.socket.destroy()
  await eventually(() =>
    expect(node.figures()).toMatchObject({ ...nothingIsOpen, openCalls: figures.openCalls }),
  )
})

/** One message of a call that is never read and never ended. */
function openByHand(session: ClientHttp2Session, method: string, message: Uint8Array): void {
  const call = session.request({
    ':method': 'POST',
    ':path': `/event_store.client.streams.Streams/${method}`,
    'content-type': 'application/grpc',
    te: 'trailers',
  })
  call.on('error', () => undefined)
  const head = Buffer.alloc(5)
  head.writeUInt32BE(message.length, 1)
  call.write(Buffer.concat([head, message]))
  if (method === 'Read') call.end()
}

test('a slow expression does not block other clients', async () => {
  const node = await embeddedNodeForThisTest()
  const client = clientOf(node.url)
  const events = Array.from({ length: 8 }, () => ({ ...drafted(), type: longName() }))
  await client.appendToStream('long', events, isNew)
  const options = logOptions().setFilter(filterOptions('type', { regex: '[ab]*a[ab]{900}$' }))
  const found = new AbortController()
  const search = messagesOf(rawClient(node.url), options).finally(() => found.abort())
  let appended = 0
  while (!found.signal.aborted) {
    // A busy machine does not write each in time.
    const appending = client.appendToStream(newStream(), drafted(), isNew)
    appended += await appending.then(
      () => 1,
      () => 0,
    )
  }
  expect((await search).length).toBeLessThan(9)
  expect(appended).toBeGreaterThan(3)
})

const longName = () =>
  Array.from(randomBytes(1900), (byte) => (byte % 2 === 0 ? 'a' : 'b')).join('')

test('expressions with catastrophic backtracking elsewhere are matched at once', async () => {
  const node = await embeddedNodeForThisTest()
  const client = clientOf(node.url)
  const type = `${'a'.repeat(1500)}!`
  await client.appendToStream('long', [{ ...drafted(), type }], isNew)
  const raw = rawClient(node.url)
  const since = process.cpuUsage()
  for (const regex of ['^(a+)+$', '(a|aa)+$', '(.*a){20}$', '^(([a-z])+.)+[A-Z]([a-z])+$']) {
    const found = await messagesOf(raw, logOptions().setFilter(filterOptions('type', { regex })))
    expect(found).toEqual([])
  }
  expect(process.cpuUsage(since).user / 1_000).toBeLessThan(3_000)
})
