import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPrintedAlike, printedForm } from '#kernel/domain/printed-form.ts'

test.each([
  ['case', 'gp'],
  ['width', 'ＧＰ'],
  ['a zero width space', 'G\u200bP'],
  ['a zero width joiner', 'GP\u200d'],
  ['a byte order mark', '\ufeffGP'],
  ['a soft hyphen', 'G\u00adP'],
  ['marks of direction', '\u202eGP\u202c\u200f'],
  ['a variation selector', 'GP\ufe0f'],
  ['tag characters', 'GP\u{e0041}'],
  ['spaces around it', '\u00a0GP '],
  ['Cyrillic', 'GР'],
  ['Greek', 'GΡ'],
])('%s makes no other serial', (_what, serial) => {
  expect(printedForm(serial)).toBe('GP')
})

test.each([
  ['Turkish i', 'DIS', ['dis', 'dıs', 'DİS', 'di\u0307s', 'DI\u0307S']],
  ['composed and combining', 'ŞA', ['S\u0327A', 's\u0327a', 'şa']],
  ['digits', 'A12', ['a١٢', 'A１２', 'A۱۲', 'A①②']],
  ['spaces', 'A B', ['a  b', 'A\u2003B', 'A\u00a0\tB']],
])('%s', (_what, serial, others) => {
  expect(others.filter((other) => !isPrintedAlike(other, serial))).toEqual([])
})

test.each([
  ['GP', 'GB'],
  ['SA', 'ŞA'],
  ['A1', 'A11'],
  ['AB', 'A B'],
  ['A-1', 'A1'],
  ['O1', '01'],
  ['ÖZ', 'OZ'],
])('%s and %s are two serials', (one, other) => {
  expect(isPrintedAlike(one, other)).toBe(false)
})

test('an ASCII serial in capitals is its own form, so that its book is the one it always was', () => {
  const serials = fc.stringMatching(/^[A-Z0-9./-]+$/)
  fc.assert(
    fc.property(serials, (serial) => {
      expect(printedForm(serial)).toBe(serial)
    }),
  )
})

test('the form of a form is itself, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(printedForm(printedForm(text))).toBe(printedForm(text))
    }),
  )
})
