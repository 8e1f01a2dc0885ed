// @module-tag embedded-node

import { convertToCommandError, type EventStoreDBClient } from '@eventstore/db-client'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { requestCallback } from '@grpc/grpc-js'
import { expect, test } from 'vitest'
import { eventStoreNodeForThisFile } from '#test/support/event-store.ts'
import { clientOf, drafted, manyDrafted, newStream } from './official-client.ts'
import { named, nothing, rawClient } from './raw-calls.ts'

const node = eventStoreNodeForThisFile()

const expectations = ['any', 'no_stream', 'stream_exists', 1n, 0n] as const
type Expectation = (typeof expectations)[number]

const isNew = { expectedRevision: 'no_stream' } as const

/** How each of the expectations fares, in their order; 1n is the revision of the last event. */
const appends = {
  missing: ['done', 'done', 'wrong', 'wrong', 'wrong'],
  'only described': ['done', 'done', 'done', 'wrong', 'wrong'],
  'two events long': ['done', 'wrong', 'done', 'done', 'wrong'],
  deleted: ['done', 'done', 'ended', 'done', 'wrong'],
  tombstoned: ['ended', 'ended', 'ended', 'ended', 'ended'],
} as const

type State = keyof typeof appends

const states: readonly State[] = [
  'missing',
  'only described',
  'two events long',
  'deleted',
  'tombstoned',
]

/** A stream that is neither written nor described cannot be deleted so that it may come back. */
const deletions = { ...appends, missing: ['wrong', 'wrong', 'wrong', 'wrong', 'wrong'] } as const

type Write = (
  client: EventStoreDBClient,
  stream: string,
  expectedRevision: Expectation,
) => Promise<unknown>

const credentials = { username: 'admin', password: 'changeit' }

const writes: readonly (readonly [string, typeof appends | typeof deletions, Write])[] = [
  [
    'appending in a batch to',
    appends,
    (client, stream, expectedRevision) =>
      client.appendToStream(stream, drafted(), { expectedRevision }),
  ],
  [
    'appending alone to',
    appends,
    (client, stream, expectedRevision) =>
      client.appendToStream(stream, drafted(), { expectedRevision, credentials }),
  ],
  [
    'deleting',
    deletions,
    (_client, stream, expected) => {
      const options = new streams.DeleteReq.Options().setStreamIdentifier(named(stream))
      return answered<streams.DeleteResp>((callback) =>
        rawClient(node.url).delete(
          new streams.DeleteReq().setOptions(expecting(options, expected)),
          callback,
        ),
      )
    },
  ],
  [
    'ending',
    appends,
    (_client, stream, expected) => {
      const options = new streams.TombstoneReq.Options().setStreamIdentifier(named(stream))
      return answered<streams.TombstoneResp>((callback) =>
        rawClient(node.url).tombstone(
          new streams.TombstoneReq().setOptions(expecting(options, expected)),
          callback,
        ),
      )
    },
  ],
]

const cases = writes.flatMap(([name, outcomes, write]) =>
  states.map((state) => [`${name} a stream that is ${state}`, state, outcomes, write] as const),
)

/** The official client knows no way to delete a stream that just must exist. */
function expecting<Options extends streams.DeleteReq.Options | streams.TombstoneReq.Options>(
  options: Options,
  expected: Expectation,
): Options {
  if (expected === 'any') options.setAny(nothing())
  else if (expected === 'no_stream') options.setNoStream(nothing())
  else if (expected === 'stream_exists') options.setStreamExists(nothing())
  else options.setRevision(String(expected))
  return options
}

const answered = <Answer>(call: (callback: requestCallback<Answer>) => unknown) =>
  new Promise<Answer | undefined>((resolve, reject) => {
    call((error, answer) =>
      error === null ? resolve(answer) : reject(convertToCommandError(error)),
    )
  })

test.for(cases)('%s', async ([, state, outcomes, write]) => {
  const client = clientOf(node.url)
  const attempts = expectations.map(async (expectedRevision) => {
    const stream = await streamThatIs(client, state)
    return outcomeOf(stream, write(client, stream, expectedRevision))
  })
  expect(await Promise.all(attempts)).toEqual(outcomes[state])
})

async function streamThatIs(client: EventStoreDBClient, state: State): Promise<string> {
  const stream = newStream()
  if (state === 'only described') await client.setStreamMetadata(stream, { maxCount: 5 })
  else if (state !== 'missing') await client.appendToStream(stream, manyDrafted(2), isNew)
  if (state === 'deleted') await client.deleteStream(stream)
  if (state === 'tombstoned') await client.tombstoneStream(stream)
  return stream
}

/** An error that does not name the stream is none of those expected. */
async function outcomeOf(stream: string, written: Promise<unknown>): Promise<string> {
  try {
    await written
    return 'done'
  } catch (error) {
    if (!(error instanceof Error && 'type' in error && 'streamName' in error)) return String(error)
    if (error.streamName !== stream) return `an error about ${String(error.streamName)}`
    return error.type === 'wrong-expected-version'
      ? 'wrong'
      : error.type === 'stream-deleted'
        ? 'ended'
        : String(error.type)
  }
}
