import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { providerText } from '#command/providers/provider-text.ts'
import { cover } from '#test/support/cover.ts'

test.each([
  ['  Kod\u0000 hatalı\r\n\tTekrar  deneyin ', 'Kod hatalı Tekrar deneyin'],
  ['left\u202Eright\u200Bjoined', 'leftrightjoined'],
  ['half \uD83D a pair', 'half \uFFFD a pair'],
  ['', ''],
])('the provider’s text %j is quoted as %j', (said, quoted) => {
  expect(providerText(said)).toBe(quoted)
})

test('a text is cut at 500 characters, never within one', () => {
  expect(providerText('ş'.repeat(2_000))).toBe('ş'.repeat(500))
  expect(providerText(`${'x'.repeat(499)}🥇`)).toBe('x'.repeat(499))
})

test.each([
  'Code 493817 is wrong',
  'Code 49 38 17 is wrong',
  'Code 493-817 is wrong',
  'Code 4.9.3.8.1.7 is wrong',
  'Code 4\u200B9\u00003\n8 — 1 7 is wrong',
  'Code ４９３８１７ is wrong',
  'Code <b>493</b>817 is wrong, 493817',
])('the code that a provider repeats in %j is not quoted', (said) => {
  const quoted = providerText(said.replace(/<\/?b>/g, ''), '493817')
  expect(quoted).toMatch(/^Code \[code\] is wrong/)
  expect(quoted.replaceAll(/\D/g, '')).toBe('')
})

test('a code within a longer number is not quoted either, other numbers are', () => {
  expect(providerText('Ref 7493817700, TL 1.250', '493817')).toBe('Ref 7[code]700, TL 1.250')
})

const code = fc.stringMatching(/^\d{4,8}$/)
const gap = fc.constantFrom('', ' ', '-', ' - ', '\u00A0', '\u0000', '.', '/', '–')
const other = fc.string({ unit: 'binary', maxLength: 400 })

test('no quotation contains the code, wherever it occurs', () => {
  const saying = code.chain((digits) =>
    fc.tuple(
      fc.constant(digits),
      fc.array(
        fc.oneof(
          other,
          fc.constant(digits),
          fc.constant(digits.slice(0, 2)),
          fc.constant(digits.slice(2)),
          gap.map((between) => digits.split('').join(between)),
        ),
        { maxLength: 6 },
      ),
    ),
  )
  const cases = cover('with the code', 'without it')
  cases.assert(
    fc.property(saying, ([digits, parts]) => {
      cases.count(parts.join('').includes(digits) ? 'with the code' : 'without it')
      const quoted = providerText(parts.join(''), digits)
      expect(quoted.length).toBeLessThanOrEqual(500)
      expect(quoted.replaceAll(/[\s.\-–/]/g, '')).not.toContain(digits)
      expect(quoted).not.toMatch(/\p{Cc}/u)
    }),
    { atLeast: 5 },
  )
})
