import { expect, test } from 'vitest'
import { officialPrefix } from '#kernel/domain/official-number.ts'

test.each(['ABC', 'K1Y', '123'])('the serial %s is the prefix of official numbers', (serial) =>
  expect(officialPrefix(serial)).toBe(serial),
)

test.each([null, '', 'AB', 'ABCD', 'abc', 'ÇBC', 'A C', 'ABC\n', ' ABC'])(
  'with the serial %j the integrator chooses the prefix',
  (serial) => expect(officialPrefix(serial)).toBeNull(),
)
