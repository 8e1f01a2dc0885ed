// @module-tag embedded-node

import { randomUUID } from 'node:crypto'
import type { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { type ServiceError, status } from '@grpc/grpc-js'
import { expect, test } from 'vitest'
import { eventStoreNodeForThisFile } from '#test/support/event-store.ts'
import { clientOf, drafted, manyDrafted, newStream } from './official-client.ts'
import { failureOf, named, nothing, proposal, rawClient, streamOptions } from './raw-calls.ts'

const node = eventStoreNodeForThisFile()
const isNew = { expectedRevision: 'no_stream' } as const

const names = [
  ['of ASCII letters', newStream(), (name: string) => name],
  ['with letters of another alphabet', `çek %41 стрим ${randomUUID()}`, encodeURIComponent],
  ['with line breaks', `a\n\tb${randomUUID()}`, encodeURIComponent],
  ['as long as a name may be', 'ş'.repeat(982) + randomUUID(), encodeURIComponent],
] as const

test.for(names)(
  'errors about a stream with a name %s carry all a client needs',
  async ([, name, told]) => {
    const client = clientOf(node.url)
    const raw = rawClient(node.url)
    await client.appendToStream(name, manyDrafted(2), isNew)
    const wrong = await deleteFailure(raw, name, '7')
    expect(wrong.code).toBe(status.FAILED_PRECONDITION)
    expect(ownTrailers(wrong)).toEqual({
      exception: 'wrong-expected-version',
      'stream-name': told(name),
      'expected-version': '7',
      'actual-version': '1',
    })
    expect(wrong.details).toContain(name)
    await client.tombstoneStream(name)
    const failures = await Promise.all([
      deleteFailure(raw, name, '1'),
      appendFailure(raw, name, proposal(randomUUID())),
      failureOf(raw.read(new streams.ReadReq().setOptions(streamOptions(name)))),
      failureOf(raw.read(new streams.ReadReq().setOptions(following(name)))),
    ])
    for (const failure of failures) {
      expect(failure.code).toBe(status.FAILED_PRECONDITION)
      expect(ownTrailers(failure)).toEqual({
        exception: 'stream-deleted',
        'stream-name': told(name),
      })
    }
  },
)

test('named expected revisions are reported as numbers', async () => {
  const raw = rawClient(node.url)
  const missing = newStream()
  const trailersOf = async (options: streams.DeleteReq.Options) =>
    ownTrailers(await failureOfDelete(raw, options.setStreamIdentifier(named(missing))))
  const told = await Promise.all([
    trailersOf(new streams.DeleteReq.Options().setAny(nothing())),
    trailersOf(new streams.DeleteReq.Options().setNoStream(nothing())),
    trailersOf(new streams.DeleteReq.Options().setStreamExists(nothing())),
  ])
  expect(told.map((trailers) => trailers['expected-version'])).toEqual(['-2', '-1', '-4'])
  expect(told.map((trailers) => trailers['actual-version'])).toEqual(['-1', '-1', '-1'])
  const deletion = clientOf(node.url).deleteStream(missing)
  await expect(deletion).rejects.toMatchObject({ expectedVersion: -2n, actualVersion: -1n })
})

test('the error of an append that is too large, or lacks a property, names the limit or the property', async () => {
  const raw = rawClient(node.url)
  const type = 'ş'.repeat(88)
  const ofSize = (bytes: number) =>
    proposal(randomUUID(), { type, 'content-type': 'application/json' })
      .setData(new Uint8Array(bytes - 100))
      .setCustomMetadata(new Uint8Array(100))
  const allowed = 1024 * 1024 - 2 * type.length
  const tooLarge = await appendFailure(raw, newStream(), ofSize(allowed + 1))
  expect(tooLarge.code).toBe(status.INVALID_ARGUMENT)
  expect(ownTrailers(tooLarge)).toEqual({
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': '1048576',
  })
  await expect(appendFailure(raw, newStream(), ofSize(allowed))).rejects.toThrow('went well')
  for (const property of ['type', 'content-type']) {
    const event = proposal(randomUUID())
    event.getMetadataMap().del(property)
    const lacking = await appendFailure(raw, newStream(), event)
    expect(lacking.code).toBe(status.INVALID_ARGUMENT)
    expect(ownTrailers(lacking)).toEqual({
      exception: 'missing-required-metadata-property',
      'required-metadata-properties': 'type,content-type',
    })
  }
})

test('for a single append an unexpected revision is an answer, not an error', async () => {
  const client = clientOf(`${node.url}&throwOnAppendFailure=false`)
  const stream = newStream()
  await client.appendToStream(stream, manyDrafted(3), isNew)
  const answer = await client.appendToStream(stream, drafted(), {
    expectedRevision: 0n,
    credentials: { username: 'admin', password: 'changeit' },
  })
  expect(answer).toMatchObject({ success: false, nextExpectedRevision: 2n })
})

/** Without what the protocol under it adds. */
function ownTrailers({ metadata }: ServiceError) {
  const { date: _date, 'content-type': _contentType, ...trailers } = metadata.getMap()
  return trailers
}

const following = (stream: string) =>
  streamOptions(stream).setSubscription(new streams.ReadReq.Options.SubscriptionOptions())

const deleteFailure = (raw: StreamsClient, stream: string, revision: string) =>
  failureOfDelete(
    raw,
    new streams.DeleteReq.Options().setStreamIdentifier(named(stream)).setRevision(revision),
  )

const failureOfDelete = (raw: StreamsClient, options: streams.DeleteReq.Options) =>
  new Promise<ServiceError>((resolve, reject) => {
    raw.delete(new streams.DeleteReq().setOptions(options), (error) => {
      if (error === null) reject(new Error('it went well'))
      else resolve(error)
    })
  })

const appendFailure = (
  raw: StreamsClient,
  stream: string,
  event: streams.AppendReq.ProposedMessage,
) =>
  new Promise<ServiceError>((resolve, reject) => {
    const call = raw.append((error) => {
      if (error === null) reject(new Error('it went well'))
      else resolve(error)
    })
    const options = new streams.AppendReq.Options()
      .setStreamIdentifier(named(stream))
      .setAny(nothing())
    call.write(new streams.AppendReq().setOptions(options))
    call.end(new streams.AppendReq().setProposedMessage(event))
  })
