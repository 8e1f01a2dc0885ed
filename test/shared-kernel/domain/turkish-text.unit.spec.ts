import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '#kernel/domain/turkish-text.ts'

const turkish = fc.string({
  unit: fc.constantFrom(...Array.from('aâbcçdefgğhıiîjklmnoöprsştuüûvyzİI .-1')),
})

test.each([
  ['IŞIK', 'isik'],
  ['ışık', 'isik'],
  ['İSTANBUL', 'istanbul'],
  ['I\u0307stanbul', 'istanbul'],
  ['i\u0307stanbul', 'istanbul'],
  ['ÇÖĞÜŞ', 'cogus'],
  ['c\u0327o\u0308g\u0306', 'cog'],
  ['ﬁnans Ⅻ', 'finans xii'],
  ['Ｋｕｙｕｍｃｕ', 'kuyumcu'],
  ['Иван', 'ivan'],
  ['100% _a_', '100% _a_'],
  ['', ''],
])('%s is searched as %s', (text, folded) => expect(fold(text)).toBe(folded))

test('Turkish capitals and small letters fold to the same', () => {
  fc.assert(
    fc.property(turkish, (text) => {
      expect(fold(text.toLocaleUpperCase('tr'))).toBe(fold(text))
      expect(fold(text.toLocaleLowerCase('tr'))).toBe(fold(text))
    }),
  )
})

test('a part of a text is found in it', () => {
  fc.assert(
    fc.property(turkish, turkish, turkish, (before, part, after) => {
      expect(fold(before + part + after)).toContain(fold(part))
    }),
  )
})

test('folded text of any script is ASCII without capitals, and folding it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const folded = fold(text)
      expect(Buffer.byteLength(folded)).toBe(folded.length)
      expect(folded).toBe(folded.toLowerCase())
      expect(fold(folded)).toBe(folded)
    }),
  )
})
