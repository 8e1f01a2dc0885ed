import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cover } from '#test/support/cover.ts'
import { eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { allAtTheEnd, follow, wholeLog } from './followers.ts'
import { relayForThisTest } from './relay.ts'
import { newEvents, newStream, storeForThisTest } from './support.ts'

test('each follower gets each event once and in order, even if the connection breaks', {
  tags: ['one-node'],
  timeout: 120_000,
}, async () => {
  const node = await eventStoreNodeForThisTest()
  const relay = await relayForThisTest(node.port)
  const writer = storeForThisTest(node.url)
  const step = fc.record({
    events: fc.integer({ min: 1, max: 400 }),
    fault: fc.constantFrom('none', 'none', 'ended', 'silenced', 'held'),
    joins: fc.boolean(),
    waits: fc.boolean(),
  })
  const cases = cover('none', 'ended', 'silenced', 'held', 'joined late')
  await cases.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
      const store = storeForThisTest(relay.url, { silenceMs: 200, readTimeoutMs: 1_000 })
      const before = await wholeLog(writer)
      const followers = [
        follow(store, { name: 'all', maxBatch: 100 }),
        follow(store, { name: 'one by one', maxBatch: 3 }),
        follow(store, { name: 'most', streamPrefixes: ['happening-'], mostOfTheLog: true }),
      ]
      let goOn = () => {}
      for (const { events, fault, joins, waits } of steps) {
        cases.count(fault)
        cases.count('joined late', joins)
        await writer.append(newStream(), newEvents(events), 'no_stream')
        if (joins) followers.push(follow(store, { name: 'late' }))
        if (waits) await allAtTheEnd(writer, joins ? followers.slice(-1) : followers)
        goOn()
        if (fault === 'ended') relay.endOpenCalls()
        if (fault === 'silenced') relay.silenceOpenCalls()
        if (fault === 'held') goOn = relay.holdOpenCalls()
      }
      goOn()
      await allAtTheEnd(writer, followers)
      const log = await wholeLog(writer)
      expect(log.slice(0, before.length)).toEqual(before)
      for (const { seen } of followers) expect(seen.ids()).toEqual(log)
      await store.close()
    }),
    { numRuns: 12 },
  )
})
