// @module-tag embedded-node

import { expect, test } from 'vitest'
import { embeddedNodeForThisTest } from '#test/support/embedded-node.ts'
import { newEvents, newStream, storeForThisTest } from './support.ts'

const HOUR_SECONDS = 3_600

test.for([-HOUR_SECONDS, -15, -3, 3, 9, 15, HOUR_SECONDS, 48 * HOUR_SECONDS])(
  'a store whose clock is %i s ahead takes every append',
  async (secondsAhead) => {
    const clock = () => Date.now() + secondsAhead * 1_000
    const { url } = await embeddedNodeForThisTest({ clock })
    const store = storeForThisTest(url)
    const stream = newStream()
    await store.append(stream, newEvents(2), 'no_stream')

    expect(await store.append(stream, newEvents(1), 1n)).toMatchObject({ revision: 2n })
    expect(await store.readStream(stream, { maxCount: 10 })).toHaveLength(3)
  },
)
