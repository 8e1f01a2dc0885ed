import { expect, test } from 'vitest'
import { positionBehind } from '#stack/event-store/position.ts'
import type { RecordedEvent } from '#stack/event-store/recorded-event.ts'
import { createTail } from '#stack/event-store/tail.ts'

test('recent events in memory do not retain the network buffers', () => {
  const tail = createTail(undefined)
  const arrived = Buffer.alloc(65_536, 'other events')
  const data = arrived.subarray(100, 112)
  tail.publish([{ ...drafted, position: 1n, data }])
  const [kept] = tail.after(0n) ?? []
  expect(Buffer.from(kept?.data ?? []).toString()).toBe(data.toString())
  expect(kept?.data.buffer.byteLength).toBe(data.length)
})

test('the oldest events leave memory first, by number and by bytes', () => {
  const tail = createTail(undefined)
  const positions: bigint[] = []
  for (let count = 0; count < 65; count += 1) {
    positions.push(tail.end())
    tail.publish([{ ...drafted, position: tail.end(), data: Buffer.alloc(1024 * 1024) }])
  }
  const [last = 0n, lastButOne = 0n] = positions.toReversed()
  expect(tail.after(0n)).toBeUndefined()
  expect(tail.after(lastButOne)).toHaveLength(1)
  expect(tail.head()).toBe(last)
})

test('a position between two events has none, and an evicted one may have one', () => {
  const before = { ...drafted, position: 7000n }
  const tail = createTail(before)
  const positions: bigint[] = []
  for (const stream of ['a', 'bb', 'ccc', 'dddd']) {
    positions.push(tail.end())
    tail.publish([{ ...drafted, stream, position: tail.end() }])
  }
  for (const position of [before.position, ...positions]) expect(tail.holds(position)).toBe(true)
  for (const position of positions) {
    expect([tail.holds(position - 1n), tail.holds(position + 1n)]).toEqual([false, false])
    expect(tail.after(position - 1n)?.[0]?.position).toBe(position)
    expect(tail.after(position + 1n)).toEqual(tail.after(position))
  }
  expect(tail.holds(tail.end())).toBe(false)
  expect(tail.holds(6999n)).toBeUndefined()
  expect(tail.after(6999n)).toBeUndefined()
  expect(tail.after(7000n)).toHaveLength(4)
})

test('a position is the size of everything before it', () => {
  const size = (event: Partial<RecordedEvent>) =>
    positionBehind({ ...drafted, position: 1000n, ...event }) - 1000n
  const plain = size({})
  expect(plain).toBeGreaterThan(BigInt(drafted.stream.length + drafted.type.length))
  expect(size({ data: Buffer.alloc(500) })).toBe(plain + 500n)
  expect(size({ metadata: Buffer.alloc(500) })).toBe(plain + 500n)
  expect(size({ type: `${drafted.type}ş` })).toBe(plain + 2n)
  expect(positionBehind(undefined)).toBeGreaterThan(0n)
})

const drafted: RecordedEvent = {
  position: 1n,
  stream: 'voucher-1',
  revision: 0n,
  id: '7b7dbd0a-4b0e-4c5b-8f0f-5a35ac1b6d4b',
  type: 'Drafted',
  contentType: 'application/json',
  created: 0n,
  data: Buffer.alloc(0),
  metadata: Buffer.alloc(0),
}
