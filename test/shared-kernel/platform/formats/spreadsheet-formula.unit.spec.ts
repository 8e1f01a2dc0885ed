import { expect, test } from 'vitest'
import { withoutFormula } from '#kernel/platform/formats/spreadsheet-formula.ts'

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '\nname',
  ' =1',
  '\u00A0\u2028=1',
  '\uFEFF=1',
  '\v+1',
  '＝1',
  '＋1',
  '－1',
  ' ＠SUM(1)',
])('%j could be calculated, and gets an apostrophe', (text) => {
  expect(withoutFormula(text)).toBe(`'${text}`)
})

test.each(['', ' ', 'a=1', '1-1', "'=1", '007', 'İğne', '905321234567', '{"a":"=1"}', ' a'])(
  '%j stays as it is',
  (text) => {
    expect(withoutFormula(text)).toBe(text)
  },
)
