import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventIdFrom, isRecordId, recordIdFrom } from '#kernel/domain/ids.ts'

const commandId = '4f6d1c1e-2e8b-4f0e-9a59-2d8a4b1f9d11'

test('the ids of a command are the same whenever they are made, on every machine', () => {
  expect(eventIdFrom(commandId, 'voucher')).toBe('1aa72ffb-9ceb-5368-9c8d-fdf06b1cb358')
  expect(recordIdFrom(commandId, 'voucher')).toBe('1aa72ffb9ceb53689c8dfdf0')
})

test('ids have their form, and differ by command and by purpose', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), fc.string(), fc.string(), (one, other, made, thing) => {
      fc.pre(one !== other && made !== thing)
      const records = [recordIdFrom(one, made), recordIdFrom(one, thing), recordIdFrom(other, made)]
      expect(records.every(isRecordId)).toBe(true)
      expect(new Set(records).size).toBe(3)
      expect(eventIdFrom(one, made)).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      )
      expect(eventIdFrom(one, made)).not.toBe(eventIdFrom(one, thing))
    }),
  )
})

test('only a random command id is accepted, nothing that a client chose', () => {
  expect(() => eventIdFrom('order-17', 'voucher')).toThrow(TypeError)
})

test.each([
  ['64b7f1c2e4b0a1d2c3e4f5a6', true],
  ['64B7F1C2E4B0A1D2C3E4F5A6', true],
  ['64b7f1c2e4b0a1d2c3e4f5a', false],
  ['64b7f1c2e4b0a1d2c3e4f5a67', false],
  ['64b7f1c2e4b0a1d2c3e4f5ag', false],
  ['64b7f1c2e4b0a1d2c3e4f5a6\n', false],
])('%j as a record id: %s', (text, answer) => expect(isRecordId(text)).toBe(answer))
