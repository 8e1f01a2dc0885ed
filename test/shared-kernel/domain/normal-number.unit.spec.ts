import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalNumber } from '#kernel/domain/normal-number.ts'

test.each([
  ['U01234567', 'U01234567'],
  ['u01234567', 'U01234567'],
  ['U 01234567', 'U01234567'],
  ['U-0123.4567/', 'U01234567'],
  ['536 201 978 34', '53620197834'],
  ['536\u00a0201\u2009978\u300034', '53620197834'],
  ['536\u200b201\u00ad97834', '53620197834'],
  ['５３６２０１９７８３４', '53620197834'],
  ['Ｕ－０１２３', 'U0123'],
  ['٥٣٦٢٠١٩٧٨٣٤', '53620197834'],
  ['i01ı02İ03I04', 'I01I02I03I04'],
  ['i\u030701', 'I01'],
  ['şçğöü1', 'SCGOU1'],
  ['s\u0327c\u0327g\u0306o\u0308u\u03081', 'SCGOU1'],
])('%j is %s', (written, normal) => expect(normalNumber(written)).toBe(normal))

test('characters that are masked are no separators', () => {
  expect(normalNumber('395******50')).toBe('395******50')
  expect(normalNumber('395•50')).not.toBe(normalNumber('39550'))
})

test('a text without any letter or digit is its own form', () => {
  for (const written of ['-', '.', ' - ', '- -']) expect(normalNumber(written)).toBe(written.trim())
})

const number = fc.stringMatching(/^[A-Z0-9]{1,20}$/)
const separator = fc.constantFrom(
  '',
  '',
  ' ',
  '.',
  '-',
  '/',
  '\t',
  '\u00a0',
  '\u202f',
  '–',
  '．',
  '\u200b',
)
const turkish: Readonly<Record<string, readonly string[]>> = {
  I: ['ı', 'İ', 'i'],
  S: ['ş', 'Ş'],
  C: ['ç', 'Ç'],
  G: ['ğ', 'Ğ'],
  O: ['ö', 'Ö'],
  U: ['ü', 'Ü'],
}
const fullWidth = (letter: string) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)

const spellingOf = (letter: string) =>
  fc.constantFrom(
    letter,
    letter.toLowerCase(),
    fullWidth(letter),
    fullWidth(letter.toLowerCase()),
    ...(turkish[letter] ?? []),
  )

const respelled = (written: string) =>
  fc
    .tuple(...written.split('').map((letter) => fc.tuple(separator, spellingOf(letter))))
    .map((parts) => parts.flat().join(''))

test('any spelling of a number has its normal form, which is its own', () => {
  const spelled = number.chain((written) => fc.tuple(fc.constant(written), respelled(written)))
  fc.assert(
    fc.property(spelled, ([written, spelling]) => {
      expect(normalNumber(spelling)).toBe(written)
      expect(normalNumber(written)).toBe(written)
    }),
  )
})

test('two numbers never meet, however they are spelled', () => {
  const two = fc
    .tuple(number, number)
    .filter(([one, other]) => one !== other)
    .chain(([one, other]) => fc.tuple(respelled(one), respelled(other)))
  fc.assert(
    fc.property(two, ([one, other]) => {
      expect(normalNumber(one)).not.toBe(normalNumber(other))
    }),
  )
})

test('a normal form is its own', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(normalNumber(normalNumber(text))).toBe(normalNumber(text))
    }),
  )
})
