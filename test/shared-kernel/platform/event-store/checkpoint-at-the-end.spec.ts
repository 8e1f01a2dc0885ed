// @module-tag one-node

import streams from '@eventstore/db-client/generated/streams_pb.js'
import { expect, test } from 'vitest'
import { eventStoreNodeForThisFile } from '#test/support/event-store.ts'
import { follow } from './followers.ts'
import { relayForThisTest } from './relay.ts'
import { eventually, newEvent, newStream, storeForThisTest } from './support.ts'

const node = eventStoreNodeForThisFile()

/** As 25.0.0 speaks of the end of its log, where the next event is written. */
function checkpointWhere(answer: Buffer): Buffer | undefined {
  const event = streams.ReadResp.deserializeBinary(answer).getEvent()?.getEvent()
  if (event === undefined) return undefined
  const checkpoint = new streams.ReadResp.Checkpoint()
    .setCommitPosition(event.getCommitPosition())
    .setPreparePosition('0')
  return Buffer.from(new streams.ReadResp().setCheckpoint(checkpoint).serializeBinary())
}

test.each(['a reading of its own', 'a shared one'])(
  'the event that is written where a checkpoint stands is not passed over, by %s',
  async (reading) => {
    const relay = await relayForThisTest(Number(new URL(node.url).port))
    const store = storeForThisTest(relay.url)
    const stream = newStream()
    const first = newEvent()
    await store.append(stream, [first], 'no_stream')
    const wanted = reading === 'a shared one' ? {} : { streamPrefixes: [stream] }
    const { seen, subscription } = follow(store, wanted)
    await eventually(() => seen.ids().includes(first.id)).toBe(true)
    let hasStood = false
    relay.changeRead = (answer) => {
      if (hasStood) return answer
      const checkpoint = checkpointWhere(answer)
      hasStood = checkpoint !== undefined
      return checkpoint ?? answer
    }
    const written = newEvent()
    await store.append(stream, [written], 0n)
    await eventually(() => hasStood).toBe(true)

    relay.endOpenCalls()

    await eventually(() => seen.ids()).toContain(written.id)
    expect(seen.ids().filter((id) => id === written.id)).toHaveLength(1)
    await subscription.close()
  },
)
