// @module-tag embedded-node

import { randomUUID } from 'node:crypto'
import { UnavailableError } from '@eventstore/db-client'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import empties from 'google-protobuf/google/protobuf/empty_pb.js'
import { expect, test } from 'vitest'
import { embeddedNodeForThisTest } from '#test/support/embedded-node.ts'
import { blockWrites } from './block-writes.ts'
import { clientOf, drafted, eventually, newStream } from './official-client.ts'
import { batchProposal, named, rawClient, uuid } from './raw-calls.ts'

const isNew = { expectedRevision: 'no_stream' } as const
const alone = { ...isNew, credentials: { username: 'admin', password: 'changeit' } }

test('under overload new appends are refused one by one and can be repeated', async () => {
  const node = await embeddedNodeForThisTest()
  const client = clientOf(node.url)
  await client.appendToStream(newStream(), drafted(), isNew)
  const { release } = await blockWrites(node.databaseUrl)
  const calls = Array.from({ length: 9 }, () => floodOf(node.url, 2048))
  await eventually(() => expect(node.figures().waitingWrites).toBe(16_384))
  const refused = await client
    .appendToStream(newStream(), drafted(), alone)
    .catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(UnavailableError)
  await release()
  const answers = (await Promise.all(calls)).flat()
  const kinds = Map.groupBy(answers, (answer) => {
    const error = answer.getError()
    return error === undefined ? 'written' : error.getMessage()
  })
  expect(answers).toHaveLength(9 * 2048)
  expect(kinds.get('Server Is Busy')?.length).toBeGreaterThan(0)
  expect([...kinds.keys()].every((kind) => /written|Busy|Timeout/.test(kind))).toBe(true)
  await client.appendToStream(newStream(), drafted(), isNew)
})

/** As many appends as one call may have open, each to a stream of its own; gives all answers. */
function floodOf(url: string, count: number): Promise<readonly streams.BatchAppendResp[]> {
  const call = rawClient(url).batchAppend()
  const answers: streams.BatchAppendResp[] = []
  call.on('data', (answer: streams.BatchAppendResp) => answers.push(answer))
  for (let sent = 0; sent < count; sent += 1) {
    const options = new streams.BatchAppendReq.Options()
      .setStreamIdentifier(named(newStream()))
      .setNoStream(new empties.Empty())
    call.write(
      new streams.BatchAppendReq()
        .setCorrelationId(uuid(randomUUID()))
        .setOptions(options)
        .setProposedMessagesList([batchProposal(randomUUID())])
        .setIsFinal(true),
    )
  }
  call.end()
  return new Promise((resolve, reject) => {
    call.on('end', () => resolve(answers))
    call.on('error', reject)
  })
}
