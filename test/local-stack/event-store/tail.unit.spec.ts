import { expect, test } from 'vitest'
import type { RecordedEvent } from '#stack/event-store/recorded-event.ts'
import { createTail } from '#stack/event-store/tail.ts'

test('recent events in memory hold nothing but themselves, however much came in together with them', () => {
  const tail = createTail(0n)
  const arrived = Buffer.alloc(65_536, 'other events')
  const data = arrived.subarray(100, 112)
  tail.publish([{ ...drafted, position: 1n, data }])
  const [kept] = tail.after(0n) ?? []
  expect(Buffer.from(kept?.data ?? []).toString()).toBe(data.toString())
  expect(kept?.data.buffer.byteLength).toBe(data.length)
})

test('what no longer fits is forgotten from its beginning on, in events and in bytes', () => {
  const tail = createTail(0n)
  const large = Buffer.alloc(1024 * 1024)
  for (let position = 1n; position <= 65n; position++) {
    tail.publish([{ ...drafted, position, data: large }])
  }
  expect(tail.after(0n)).toBeUndefined()
  expect(tail.after(64n)).toHaveLength(1)
  expect(tail.head()).toBe(65n)
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
