// @module-tag embedded-node

import { randomUUID } from 'node:crypto'
import { DeadlineExceededError } from '@eventstore/db-client'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import empties from 'google-protobuf/google/protobuf/empty_pb.js'
import { expect, test } from 'vitest'
import { embeddedNodeForThisTest } from '#test/support/embedded-node.ts'
import { countedMs } from '#test/support/within.ts'
import { blockWrites } from './block-writes.ts'
import { NotWrittenInTime } from './client-differences.ts'
import { clientOf, drafted, newStream } from './official-client.ts'
import { batchProposal, named, rawClient, uuid } from './raw-calls.ts'

const isNew = { expectedRevision: 'no_stream' } as const
const alone = { ...isNew, credentials: { username: 'admin', password: 'changeit' } }

test('while the disk or a client hangs, no caller waits longer than two seconds, and no answer is sent twice', async () => {
  const node = await embeddedNodeForThisTest()
  const client = clientOf(node.url)
  const own = clientOf(node.url)
  await client.appendToStream(newStream(), drafted(), isNew)
  const writes = await blockWrites(node.databaseUrl)
  const since = performance.now()
  const tookMs = countedMs()
  const events = Array.from({ length: 3 }, () => drafted())
  const streamsOfAppends = events.map(() => newStream())
  const write = (index: number, options: typeof isNew) =>
    own
      .appendToStream(streamsOfAppends[index] ?? '', events[index] ?? drafted(), options)
      .catch((error: unknown) => error)
  const under = write(0, isNew)
  await writes.untilOneWaits()
  const half = halfAnAppend(node.url)
  const [first, batched, single] = await Promise.all([under, write(1, isNew), write(2, alone)])
  const [waited, counted] = [performance.now() - since, tookMs()]

  expect(first).toBeInstanceOf(DeadlineExceededError)
  expect(batched).toBeInstanceOf(DeadlineExceededError)
  expect(single).toBeInstanceOf(NotWrittenInTime)
  expect(waited).toBeGreaterThan(1900)
  expect(counted).toBeLessThan(4000)
  expect((await half).map((answer) => answer.getError()?.getDetails()?.getTypeName())).toEqual([
    'event_store.client.Timeout',
  ])
  await writes.release()
  // Another append to the same call: a second answer to those before would have broken the client.
  await own.appendToStream(newStream(), drafted(), isNew)
  const unwritten = client.appendToStream(streamsOfAppends[1] ?? '', drafted(), isNew)
  expect(await unwritten).toMatchObject({ nextExpectedRevision: 0n })
})

/** An append whose last part never comes; gives the answers of its call. */
function halfAnAppend(url: string): Promise<readonly streams.BatchAppendResp[]> {
  const call = rawClient(url).batchAppend()
  const answers: streams.BatchAppendResp[] = []
  call.on('data', (answer: streams.BatchAppendResp) => answers.push(answer))
  const options = new streams.BatchAppendReq.Options()
    .setStreamIdentifier(named(newStream()))
    .setNoStream(new empties.Empty())
  const opening = new streams.BatchAppendReq()
    .setCorrelationId(uuid(randomUUID()))
    .setOptions(options)
    .setProposedMessagesList([batchProposal(randomUUID())])
  call.write(opening)
  call.end()
  return new Promise((resolve, reject) => {
    call.on('end', () => resolve(answers))
    call.on('error', reject)
  })
}
