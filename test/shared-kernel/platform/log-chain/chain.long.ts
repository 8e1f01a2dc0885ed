import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { chainEnd, headAt } from '#kernel/platform/log-chain/blocks.ts'
import { canonicalJson } from '#kernel/platform/log-chain/event-hash.ts'
import { rebuildChain } from '#kernel/platform/log-chain/rebuild.ts'
import { notaryKey } from '#kernel/platform/log-chain/signed-head.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { noMacs } from '#test/support/no-macs.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { evidenceForThisTest, headOf } from './support.ts'

test('every event of the log is in the chain, and its head can be recomputed', async () => {
  const { happens, follow, chained, log, pool } = await evidenceForThisTest()
  await happens('customer-1', 3)
  follow()
  await happens('customer-2', 1_200)
  await happens('bankAccount-1', 1)
  const { count, head } = await chained(1_204)
  const events = await log()
  expect(count).toBe(1_204)
  expect(head.toString('hex')).toBe(headOf(events))
  for (const earlier of [0, 1, 3, 4, 1_100, 1_204]) {
    expect((await headAt(pool, earlier))?.toString('hex')).toBe(headOf(events.slice(0, earlier)))
  }
  expect(await headAt(pool, 1_205)).toBeUndefined()
})

test('a forged event is in the chain, and is reported with its place', async () => {
  const { url, happens, follow, chained, reported } = await evidenceForThisTest()
  const stranger = connectEventStore({ url, logger: silentLogger, macs: noMacs })
  onTestFinished(stranger.close)
  await happens('numberBook-1', 2)
  const chain = follow()
  await stranger.append('numberBook-1', [{ ...something, id: crypto.randomUUID() }], 1n)
  await chained(3)
  await expect.poll(() => chain.status()).toMatchObject({ count: 3, forged: 1 })
  const place = { stream: 'numberBook-1', revision: '2', type: something.type, forged: 1 }
  expect(reported.map((line): unknown => JSON.parse(line))).toMatchObject([place])
})

test('two concurrent followers make one chain, and one can continue alone', async () => {
  const { happens, follow, chained, log, reported } = await evidenceForThisTest()
  const first = follow()
  follow()
  for (let stream = 0; stream < 30; stream++) await happens(`customer-${stream}`, 1)
  await chained(30)
  await first.close()
  await happens('customer-more', 5)
  const { count, head } = await chained(35)
  expect(count).toBe(35)
  expect(head.toString('hex')).toBe(headOf(await log()))
  expect(reported).toEqual([])
})

test('in a store that the log was moved to, the chain continues where it ended', async () => {
  const evidence = await evidenceForThisTest()
  await evidence.happens('customer-1', 20)
  const before = evidence.follow()
  await evidence.chained(20)
  await before.close()

  const moved = await movedTo(await evidence.log())
  const after = evidence.follow(moved)
  await moved.append('customer-2', [{ ...something, id: crypto.randomUUID() }], 'no_stream')
  const { head } = await evidence.chained(21)
  await expect.poll(after.status).toEqual({ count: 21, failure: undefined, forged: 0 })
  const events: StoredEvent[] = []
  for await (const event of moved.readLog(START_OF_LOG)) events.push(event)
  expect(head.toString('hex')).toBe(headOf(events))
})

test('over another log the chain stops and reports the difference', async () => {
  const evidence = await evidenceForThisTest()
  await evidence.happens('customer-1', 20)
  const before = evidence.follow()
  await evidence.chained(20)
  await before.close()

  const changed = await evidence.log()
  Object.assign(changed[11]?.data ?? {}, { zürich: 12 })
  const after = evidence.follow(await movedTo(changed))
  await vi.waitFor(() => expect(after.status().failure).toMatch(/event 12 customer-1@11 differs/), {
    timeout: LONGEST_WAIT_MS,
  })
})

test('over a signed log a chain that was cut off or deleted is computed again only on request', async () => {
  const evidence = await evidenceForThisTest()
  await evidence.happens('customer-1', 20)
  const first = evidence.follow()
  const { count, head } = await evidence.chained(20)
  await evidence.witness.keep(notaryKey(randomBytes(32)).signHead(count, head))
  await evidence.happens('customer-2', 1)
  await evidence.chained(21)

  // The running follower notices it too.
  await evidence.tamper('truncate vault.log_chain')
  await evidence.happens('customer-3', 1)
  const lost = /holds 0 events, but 20 were signed/
  await vi.waitFor(() => expect(first.status().failure).toMatch(lost), { timeout: LONGEST_WAIT_MS })
  await first.close()
  const second = evidence.follow()
  await vi.waitFor(() => expect(second.status().failure).toMatch(lost), {
    timeout: LONGEST_WAIT_MS,
  })
  expect(await chainEnd(evidence.pool)).toBeUndefined()
})

test('on request the chain is computed again, but only over a log that has the witnessed heads', async () => {
  const evidence = await evidenceForThisTest()
  await evidence.happens('customer-1', 1_020)
  const before = evidence.follow()
  const end = await evidence.chained(1_020)
  await before.close()
  const pin = { count: 1_020, head: end.head.toString('hex') }
  await evidence.tamper('truncate vault.log_chain')
  await evidence.happens('customer-2', 1)

  const short = { count: 1_022, head: pin.head }
  await expect(rebuildChain(evidence, [pin, short])).rejects.toThrow(
    'the log has 1021 events, fewer than the 1022 that were witnessed',
  )
  const other = { count: 1_001, head: pin.head }
  await expect(rebuildChain(evidence, [pin, other])).rejects.toThrow(
    'the log up to event 1001 is not what was witnessed',
  )
  expect(await chainEnd(evidence.pool)).toBeUndefined()

  const rebuilt = await rebuildChain(evidence, [pin])
  expect(rebuilt).toEqual({ count: 1_021, head: headOf(await evidence.log()), pinnedUpTo: 1_020 })
  await evidence.happens('customer-3', 1)
  evidence.follow()
  const { head } = await evidence.chained(1_022)
  expect(head.toString('hex')).toBe(headOf(await evidence.log()))
})

test('canonical JSON does not depend on the order of members', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value)
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(canonicalJson(reversed(JSON.parse(text)))).toBe(text)
    }),
  )
})

const something = { type: 'Happened', data: {}, metadata: {} }

/** A store of its own with these events, at other positions than they had. */
async function movedTo(events: readonly StoredEvent[]) {
  const { url } = await eventStoreNodeForThisTest()
  const store = connectEventStore({ url, logger: silentLogger, macs: noMacs })
  onTestFinished(store.close)
  await store.append('$settled-first', [{ ...something, id: crypto.randomUUID() }], 'no_stream')
  const revisions = new Map<string, bigint>()
  for (const { stream, id, type, data, metadata } of events) {
    const expected = revisions.get(stream) ?? 'no_stream'
    const { revision } = await store.append(stream, [{ id, type, data, metadata }], expected)
    revisions.set(stream, revision)
  }
  return store
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, reversed(member)] as const)
  return Object.fromEntries(members.toReversed())
}
