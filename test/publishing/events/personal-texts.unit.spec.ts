import fc from 'fast-check'
import { expect, test } from 'vitest'
import { looksPersonal, withoutPersonal } from '#publishing/events/personal-texts.ts'
import { personal } from './personal-text-samples.ts'

test.each(personal)('%s looks personal, alone and inside a code', (text) => {
  for (const one of [text, `KMV-${text}`, `${text}/A`])
    expect([one, looksPersonal(one)]).toEqual([one, true])
})

test.each([
  'KMV-001',
  'SRF2026000000001',
  '8690000000012',
  '2026-11-20-0123456789ab',
  'b0b000000000000000000001',
  'a1c5d2e0-6f0e-4a51-9a3b-2f6c1d7e8b90',
  'ab'.repeat(32),
  'Külçe altın 1 g',
  '11111111111',
  'EFATURA',
  '@',
])('%s is a code', (text) => {
  expect(looksPersonal(text)).toBe(false)
})

test('identifiers that are made by machines are never taken for a person’s', () => {
  const hexadecimal = fc.string({
    unit: fc.constantFrom(...Array.from('0123456789abcdef')),
    minLength: 24,
    maxLength: 64,
  })
  fc.assert(
    fc.property(fc.oneof(hexadecimal, fc.uuid()), (id) => {
      expect(looksPersonal(id)).toBe(false)
    }),
  )
})

test('one number has one hash, however it is written', () => {
  const hashed = (text: string) => `hash of ${text}`
  const [plain, spaced] = ['TR330006100519786457841326', 'TR33 0006 1005 1978 6457 8413 26']
  expect(withoutPersonal(spaced, hashed)).toBe(withoutPersonal(plain, hashed))
  expect(withoutPersonal('KMV-001', hashed)).toBe('KMV-001')
})
