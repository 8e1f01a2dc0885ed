// @module-tag embedded-node

import { jsonEvent, KurrentDBClient, NO_STREAM, UnsupportedError } from '@kurrent/kurrentdb-client'
import { expect, onTestFinished, test } from 'vitest'
import { embeddedNodeForThisTest } from '#test/support/embedded-node.ts'

const happened = () => jsonEvent({ type: 'Happened', data: { number: 1 } })

async function successor(scheme: string) {
  const node = await embeddedNodeForThisTest({ version: '26.1.0' })
  const client = KurrentDBClient.connectionString(node.url.replace('esdb', scheme))
  onTestFinished(() => client.dispose())
  return client
}

test.for(['kurrentdb', 'kdb', 'kurrentdb+discover', 'kdb+discover', 'esdb+discover'])(
  'the successor of the client reads what it wrote at %s',
  async (scheme) => {
    const client = await successor(scheme)
    const event = happened()
    await client.appendToStream('thing-1', event, { streamState: NO_STREAM })
    const read = await Array.fromAsync(client.readStream('thing-1'))
    const log = await Array.fromAsync(client.readAll({ maxCount: 10 }))
    expect(read.map((resolved) => resolved.event?.id)).toEqual([event.id])
    expect(log.map((resolved) => resolved.event?.id)).toEqual([event.id])
  },
)

test('an append to several streams at once is refused before it is sent: the node does not offer it', async () => {
  const client = await successor('kurrentdb')
  const requests = ['thing-1', 'thing-2'].map((streamName) => ({
    streamName,
    events: [happened()],
    expectedState: NO_STREAM as typeof NO_STREAM,
  }))
  await expect(client.multiStreamAppend(requests)).rejects.toBeInstanceOf(UnsupportedError)
  expect(await Array.fromAsync(client.readAll({ maxCount: 10 }))).toEqual([])
})

test('another revision than the expected one is refused, and an expectation of the former name is none', async () => {
  const client = await successor('kurrentdb')
  await client.appendToStream('thing-1', happened(), { streamState: NO_STREAM })
  const again = client.appendToStream('thing-1', happened(), { streamState: NO_STREAM })
  await expect(again).rejects.toMatchObject({ expectedState: NO_STREAM, actualState: 0n })
  const former: object = { expectedRevision: NO_STREAM }
  const taken = await client.appendToStream('thing-1', happened(), former)
  expect(taken.nextExpectedRevision).toBe(1n)
})
