import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAgain, readBooking } from '#command/providers/bank-gateway/booking.ts'
import type { GatewayBooking } from '#command/providers/bank-gateway/port.ts'
import { damagedBookings } from '#test/command-service/bank-queries/damaged-bookings.ts'
import { bankBooking } from '#test/support/little-bank.ts'

const latin1 = (text: string | Buffer) => Buffer.from(text).toString('latin1')
const readOf = (booking: object) => readBooking(latin1(JSON.stringify(booking)))
const odd = (changes: object) => readOf(bankBooking('odd', changes))

const transactionOf = (booking: GatewayBooking) =>
  booking.kind === 'read' ? booking.transaction : booking.faults

test.each([
  ['islTtr', 'pattern', { islTtr: '-100.00' }],
  ['islTtr', 'format', { islTtr: '100.005' }],
  ['islTtr', 'type', { islTtr: 100 }],
  ['islTtr', 'pattern', { islTtr: '1.000000' }],
  ['islTtr', 'maximum', { islTtr: '1000000000000' }],
  ['islTtr', 'maximum', { islTtr: '999999999999999999' }],
  ['islTtr', 'pattern', { islTtr: '1e3' }],
  ['islTtr', 'pattern', { islTtr: '1.000,00' }],
  ['islTtr', 'pattern', { islTtr: '' }],
  ['islTtr', 'required', { islTtr: null }],
  ['islTtr', 'pattern', { islTtr: '1.000001', prBrm: 'XAU' }],
  ['islTtr', 'format', { islTtr: '999999999999.99999', prBrm: 'XAU' }],
  ['islGrckZaman', 'format', { islGrckZaman: '2026-11-25T10:00:00' }],
  ['islGrckZaman', 'format', { islGrckZaman: '2026-11-25T10:00:00+0300' }],
  ['islGrckZaman', 'format', { islGrckZaman: '2026-02-30T10:00:00Z' }],
  ['islGrckZaman', 'format', { islGrckZaman: '25.11.2026 10:00' }],
  ['islGrckZaman', 'type', { islGrckZaman: 1_764_054_000_000 }],
  ['brcAlc', 'enum', { brcAlc: 'C' }],
  ['brcAlc', 'enum', { brcAlc: 'a' }],
  ['brcAlc', 'required', { brcAlc: undefined }],
  ['prBrm', 'pattern', { prBrm: '₺' }],
  ['prBrm', 'pattern', { prBrm: 'TL' }],
  ['prBrm', 'pattern', { prBrm: '' }],
  ['islNo', 'required', { islNo: undefined }],
  ['islNo', 'minLength', { islNo: ' ' }],
  ['islNo', 'type', { islNo: 42 }],
  ['islNo', 'maxLength', { islNo: 'x'.repeat(501) }],
  ['islNo', 'pattern', { islNo: 'a\u0000b' }],
  ['islNo', 'pattern', { islNo: 'a\nb' }],
  ['islNo', 'pattern', { islNo: 'a\uD800' }],
])('%s breaks %s in %j, and all other members are read', (member, rule, changes) => {
  const booking = odd(changes)
  expect(booking).toMatchObject({ kind: 'unreadable', faults: [{ member, rule }] })
  const nulls = booking.kind === 'read' ? [] : Object.values(booking.fields).slice(0, 5)
  expect(nulls.filter((value) => value === null)).toHaveLength(1)
})

test.each([
  ['islTtr', 'duplicate', '{"islNo":"1","islTtr":"1.00","islTtr":"250000.00"}'],
  ['islTtr', 'duplicate', String.raw`{"islTtr":"1.00","isl\u0054tr":"1.00"}`],
  ['islNo', 'type', '{"islNo":20261120000000000042}'],
  ['islemler', 'type', 'null'],
  ['islemler', 'type', '"a booking"'],
  ['islemler', 'type', '[{"islNo":"1"}]'],
  ['islNo', 'required', '{}'],
  ['islNo', 'required', '{"__proto__":{"islNo":"1"}}'],
])('%s breaks %s in %s', (member, rule, text) => {
  const booking = readBooking(latin1(text))
  expect(booking.kind).toBe('unreadable')
  expect(booking.faults).toContainEqual({ member, rule })
  expect(booking.source).toEqual({ text, encoding: 'utf-8', isCut: false })
})

test.each([
  [{ islTtr: '0' }, { amount: '0' }],
  [{ islTtr: '100.00000' }, { amount: '100' }],
  [{ islTtr: '000000000000000100.10' }, { amount: '100.1' }],
  [{ islTtr: '999999999999.99' }, { amount: '999999999999.99' }],
  [
    { islTtr: '12.34567', prBrm: 'xau' },
    { amount: '12.34567', currency: 'XAU' },
  ],
  [{ islTtr: '0.00001', prBrm: 'XAG' }, { amount: '0.00001' }],
  [{ prBrm: ' QQQ ' }, { currency: 'QQQ' }],
  [{ islGrckZaman: '2026-11-25' }, { transactionDate: '2026-11-25T00:00:00.000Z' }],
  [
    { islGrckZaman: '2026-11-25T10:00:00.1234567z' },
    { transactionDate: '2026-11-25T10:00:00.123Z' },
  ],
  [{ islNo: `${'İ'.repeat(500)} ` }, { stamp: 'İ'.repeat(500) }],
  [{ islNo: '𝟘'.repeat(500) }, { stamp: '𝟘'.repeat(500) }],
  [{ islNo: `a/b|c'"<>&\\%\u200B😀` }, { stamp: `a/b|c'"<>&\\%\u200B😀` }],
  [{ gnclBky: '+20.50' }, { balance: '20.5' }],
  [{ gnclBky: '-20.50' }, { balance: '-20.5' }],
  [{ gnclBky: '1.00001', prBrm: 'XPT' }, { balance: '1.00001' }],
])('%j is valid', (changes, fields) => {
  const booking = odd(changes)
  expect(booking.faults).toEqual([])
  expect(transactionOf(booking)).toMatchObject(fields)
})

test.each([
  ['gnclBky', 'balance', '1000.001', 'format'],
  ['gnclBky', 'balance', 'yok', 'pattern'],
  ['gnclBky', 'balance', 12, 'type'],
  ['dvzKur', 'exchangeRate', '0', 'minimum'],
  ['dvzKur', 'exchangeRate', '-1', 'minimum'],
  ['dvzKur', 'exchangeRate', '1.123456789', 'format'],
  ['dvzKur', 'exchangeRate', '41,25', 'pattern'],
  // A number has lost its leading zeros, so it may be another person's.
  ['krsMskKmlkNo', 'idNo', 843_118_681, 'type'],
  ['krsMskUnvan', 'nameSurname', { ad: 'Ali' }, 'type'],
  ['islAcklm', 'description', ['a'], 'type'],
])('an optional %s is null where it cannot be read', (member, field, value, rule) => {
  const booking = odd({ [member]: value })
  expect(booking).toMatchObject({ kind: 'read', transaction: { [field]: null } })
  expect(booking.faults).toEqual([{ member, rule }])
})

test('an optional member is null where it is there twice', () => {
  const text = JSON.stringify(bankBooking('odd', { krsMskUnvan: 'Ali' }))
  const booking = readBooking(latin1(text.replace('{', '{"krsMskUnvan":"Veli",')))
  expect(booking).toMatchObject({ kind: 'read', transaction: { nameSurname: null } })
  expect(booking.faults).toEqual([{ member: 'krsMskUnvan', rule: 'duplicate' }])
})

test('a text that is no UTF-8 keeps the booking from being recorded, and its bytes', () => {
  const bytes = Buffer.concat([
    Buffer.from('{"islNo":"1","brcAlc":"A","islGrckZaman":"2026-11-25T10:00:00Z","islTtr":"1",'),
    Buffer.from('"prBrm":"TRY","krsMskUnvan":"\xDE\xFCkr\xFC"}', 'latin1'),
  ])
  const booking = readBooking(latin1(bytes))
  expect(booking).toMatchObject({
    kind: 'unreadable',
    faults: [{ member: 'krsMskUnvan', rule: 'encoding' }],
    fields: { stamp: '1', amount: '1', nameSurname: null },
    source: { text: bytes.toString('base64'), encoding: 'base64', isCut: false },
  })
  expect(readAgain(booking.source)).toEqual(booking)
})

test('a member that Sarraf does not need may hold anything', () => {
  const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const text = `{"x":${nested},"x":"}","y":"\\"{",${JSON.stringify(bankBooking('odd')).slice(1)}`
  const booking = readBooking(latin1(text))
  expect(booking).toMatchObject({ kind: 'read', transaction: { stamp: 'odd' }, faults: [] })
  expect(booking.source).toMatchObject({ isCut: true })
})

test('a booking is known again by its stamp and what it must say, however the rest is worded', () => {
  const identityOf = (changes: object) => {
    const booking = odd({ islTtr: '-1', ...changes })
    return booking.kind === 'read' ? undefined : booking.identity
  }
  const identity = identityOf({})
  expect(identityOf({ islAcklm: 'now with a description', refNo: '7' })).toBe(identity)
  expect(identityOf({ islTtr: '-2' })).not.toBe(identity)
  expect(identityOf({ islNo: 'other' })).not.toBe(identity)
  expect(identityOf({ islNo: null, islAcklm: 'a' })).not.toBe(
    identityOf({ islNo: null, islAcklm: 'b' }),
  )
})

test('whatever is damaged, a booking is read or says which member is at fault, and is read the same again', () => {
  let run = 0
  fc.assert(
    fc.property(
      damagedBookings(20, () => run),
      (built) => {
        run += 1
        for (const { bytes, fault, stamp, hasStamp, leftOut } of built) {
          const booking = readBooking(latin1(bytes))
          const members = booking.faults.map(({ member }) => member)
          expect(booking.kind).toBe(fault === null ? 'read' : 'unreadable')
          expect(members).toEqual(expect.arrayContaining(fault === null ? [...leftOut] : [fault]))
          const fields = booking.kind === 'read' ? booking.transaction : booking.fields
          expect(fields.stamp).toBe(hasStamp ? stamp : null)
          expect(readAgain(booking.source)).toEqual(booking)
        }
      },
    ),
    { numRuns: 200 },
  )
})
