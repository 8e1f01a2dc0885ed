import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { turkishOrder } from '#kernel/domain/turkish-order.ts'

const bytesOf = (name: string) => Buffer.from(turkishOrder(name))
const byKey = (one: string, other: string) => Buffer.compare(bytesOf(one), bytesOf(other))

test.each([
  [
    'the alphabet',
    'Cumhuriyet, Çınar, çilek, Garanti, Hurma, Işık, İncir, Jale, Umut, Ümit, Zeytin',
  ],
  ['Latin letters of others', 'pusula, QNB, rüya, vakıf, Wells, Xena, yapı'],
  ['what stands before letters', 'Ali, Ali Veli, Ali-Veli, Ali’nin, Ali1, Alia, Aliжа'],
  ['marks and capitals', 'ali, Ali, ALİ, âli, Âli, alim'],
  ['marks before capitals', 'kar, Kar, KAR, kâr, Kâr'],
  ['dotted and dotless i, each with its capital', 'ısı, ISI, Isil, isa, İSA, îsa, ÎSA'],
  ['letters that others write as two', 'æon, Aeron, straße, strata'],
  ['one form of a mark', "O-A, O–B, O‑C, O’A, O'B, OʼC"],
  ['invisible characters', 'ali, a\u200bli b, Ali\u00adc'],
  [
    'other scripts, small and capital letters alike',
    'żaba, Ζωή, Σάββας, σάββας β, Иван, иваныч, أحمد',
  ],
  ['digits of every script', '1a, ١b, ２c, Ali'],
  ['beginnings', ', a, aa, b'],
])('names are in order: %s', (_, listed) => {
  const names = listed.split(', ')
  expect(names.toReversed().toSorted(byKey)).toEqual(names)
})

const collator = new Intl.Collator('tr')
const written = fc.string({
  unit: fc.constantFrom(
    ...Array.from("aâbcçdefgğhıijklmnoöpqrsştuüûvwxyzABCÇGĞIİOÖSŞUÜÂ -'1234567890"),
  ),
})

test('names of Turkish letters, blanks, hyphens and digits are in the order of dictionaries', () => {
  fc.assert(
    fc.property(written, written, (one, other) => {
      expect(Math.sign(byKey(one, other))).toBe(Math.sign(collator.compare(one, other)))
    }),
    { numRuns: 2000 },
  )
})

test('a name has one place, however its letters are composed, and it fits into an index', () => {
  const any = fc.string({ unit: 'binary', maxLength: 500 })
  fc.assert(
    fc.property(any, (name) => {
      expect(turkishOrder(name.normalize('NFD'))).toBe(turkishOrder(name.normalize('NFC')))
      expect(bytesOf(name).length).toBeLessThanOrEqual(2400)
      expect(turkishOrder(name)).not.toContain('\0')
    }),
    { numRuns: 30 },
  )
})

test.each(['ş', 'ж', '李', '😀'])('500 characters like %s count to the last one', (character) => {
  const long = character.repeat(499 / character.length)
  expect(byKey(`${long}a`, `${long}b`)).toBe(-1)
})
