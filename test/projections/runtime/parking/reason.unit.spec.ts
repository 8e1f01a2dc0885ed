import fc from 'fast-check'
import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { reasonOf } from '#projections/runtime/parking/reason.ts'

/** Mostly decimal ones. */
const digit = fc.mapToConstant(
  { num: 50, build: (n) => String(n % 10) },
  { num: 6, build: (n) => 'abcdef'.charAt(n) },
)
const hexadecimal = (length: number) =>
  fc.string({
    unit: digit,
    minLength: length,
    maxLength: length,
  })
const anId = fc
  .oneof(hexadecimal(24), hexadecimal(32), hexadecimal(64), fc.uuid())
  .filter((id) => /[a-f]/.test(id))

test('a reason names the record or the key, however many digits its id has', () => {
  expect(
    reasonOf(new Error('no valid MAC on expenseVoucher-e5acccd0ad07577d92704642 at revision 1')),
  ).toBe('no valid MAC on expenseVoucher-e5acccd0ad07577d92704642 at revision 1')
  const withDigits = fc.constantFrom('012345678901234567890abc', 'abc012345678901234567890')
  fc.assert(
    fc.property(fc.oneof(anId, withDigits), (id) => {
      const message = `voucher ${id} has no state at 7 ${id} 8`
      expect(reasonOf(new Error(message))).toBe(message)
    }),
  )
})

test('a reason does not repeat numbers of people and accounts', () => {
  for (const number of [
    '10000000146',
    '905321234567',
    '0532 123 45 67',
    'TR330006100519786457841326',
    '330006100519786457841326',
  ]) {
    expect(reasonOf(new Error(`unknown: ${number}`))).not.toMatch(/\d/)
  }
})

test('of a refusal by PostgreSQL the reason has code and place, and no value', () => {
  const refusal = Object.assign(
    new DatabaseError('duplicate key value violates "x": (10000000146)', 1, 'error'),
    { code: '23505', table: 'voucher' },
  )
  expect(reasonOf(refusal)).toBe('PostgreSQL 23505: duplicate key value violates, table voucher')
})

test('of text that is no JSON the reason repeats nothing', () => {
  expect(reasonOf(new SyntaxError('Unexpected token A in Ayşe'))).not.toContain('Ayşe')
})
