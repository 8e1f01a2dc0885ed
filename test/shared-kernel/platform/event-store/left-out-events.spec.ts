import { expect, test } from 'vitest'
import { eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { followerOfLeftOutEvents } from './left-out-events.ts'

const SOON = { timeout: LONGEST_WAIT_MS, interval: 20 }

test('an event that is left out twice is missed by name, and one that is left out once is read again', async () => {
  const { url } = await eventStoreNodeForThisTest()
  const { store, stream, seen, given, registry } = await followerOfLeftOutEvents(url)

  await expect
    .poll(() => store.standstills().map(({ reason }) => reason), SOON)
    .toEqual([`happenings lacks an event of the log: 1 of ${stream}`])
  await expect.poll(() => seen, SOON).toEqual(given)
  expect(await registry.metrics()).toContain(
    'sarraf_follower_missing_events{follower="happenings"} 1',
  )
})
