import fc from 'fast-check'
import { expect, test } from 'vitest'
import { namesIn } from '#command/sanction-lists/formats/words/names-in.ts'

/** The names beside the text itself, then the single words. */
const parts = (text: string) => {
  const { names, words } = namesIn(text)
  return [names.filter((name) => name !== text), words]
}

test.each([
  ['عبدالله كرجو (Abdullah Kurgu)', ['عبدالله كرجو', 'Abdullah Kurgu']],
  ['Selim Kurmaca (سليم كرماجا)', ['Selim Kurmaca', 'سليم كرماجا']],
  ['Selim Kurmaca سليم كرماجا', ['Selim Kurmaca', 'سليم كرماجا']],
  ['Jin Kurgu (金铁三)', ['Jin Kurgu', '金铁三']],
  ['حسن كرجو (Hasan Kurgu; Hassan Kurgu)', ['حسن كرجو', 'Hasan Kurgu', 'Hassan Kurgu']],
  ['Kurgu Ltd (formerly known as Örnek Ltd)', ['Kurgu Ltd', 'Örnek Ltd']],
  ['KURGU A.Ş. (ESKİ UNVANI: ÖRNEK LTD. ŞTİ.)', ['KURGU A.Ş.', 'ÖRNEK LTD. ŞTİ.']],
  ['Örnek Kişi (doğum adı: Ayşe Kurgu)', ['Örnek Kişi', 'Ayşe Kurgu']],
  ['Ali Kurgu a.k.a. Veli Örnek', ['Ali Kurgu', 'Veli Örnek']],
  ['Ali Kurgu, nam-ı diğer Veli Örnek', ['Ali Kurgu', 'Veli Örnek']],
  ['Abdul Kurgu son of M. Anwar Örnek', ['Abdul Kurgu']],
  [
    'Örnek Cephesi (Cephe Kurgu (original script); Kurgu Cephe)',
    ['Örnek Cephesi', 'Cephe Kurgu', 'Kurgu Cephe'],
  ],
  ['شبكة كرجو (Kurgu Network - sub-unit name)', ['شبكة كرجو', 'Kurgu Network']],
  ['شيخ كرجو، شيخ سليم', ['شيخ كرجو', 'شيخ سليم']],
  ['1: AMIR 2: ALI 3: KURGU 4: na', ['AMIR ALI KURGU']],
  ['1. Ali Kurgu 2. Veli Örnek', ['Ali Kurgu', 'Veli Örnek']],
  ['(1) Ali Kurgu; (2) Veli Örnek (ولي)', ['Ali Kurgu', 'Veli Örnek (ولي)', 'Veli Örnek', 'ولي']],
  ['1- Ali Kurgu 2- Veli Örnek', ['Ali Kurgu', 'Veli Örnek']],
  ['1. Fırka Örnek', []],
  ['1. Ali Kurgu 3. Veli Örnek', []],
])('%s holds the names %j', (text, names) => {
  expect(parts(text)[0]).toEqual(names)
})

test.each([
  ['Dogan Ornek (birth name)', ['Dogan Ornek']],
  ['EL KURGU (COMBAT NAME)', ['EL KURGU']],
  ['Emir Kurgulu (previously listed as)', ['Emir Kurgulu']],
  ['Emir Kurgulu (formerly listed as)', ['Emir Kurgulu']],
  ['Emir Kurgulu (nom de guerre)', ['Emir Kurgulu']],
  ['Emir Kurgulu (born 1970 in Örnek)', ['Emir Kurgulu']],
  ['Emir Kurgulu, born in Örnek on 01 Jan.1967', ['Emir Kurgulu']],
  ['Emir Kurgulu (vefat etti)', ['Emir Kurgulu']],
  ['Kurgu Brigade of Martyrs (martyrs)', ['Kurgu Brigade of Martyrs']],
  ['KURGU FOUNDATION (PAKISTAN)', ['KURGU FOUNDATION']],
  ['KURGU (Hong Kong) TRADING LTD', ['KURGU TRADING LTD']],
  ['SECOND KURGU ACADEMY (KPE.018)', ['SECOND KURGU ACADEMY']],
  ['(Sheikh) Musa Kurgu', ['Musa Kurgu']],
  [
    'Emir Kurgulu (false identity related to number 123, both documents confiscated)',
    ['Emir Kurgulu'],
  ],
])('in %s, what is no name is left out', (text, names) => {
  expect(parts(text)).toEqual([names, []])
})

test.each([
  ['Emir Kurgulu (original script: Эмир Кургулу)', 'Эмир Кургулу'],
  ['Emir Kurgulu (in Arabic: أمير كرجو)', 'أمير كرجو'],
])('%s says its original script', (text, name) => {
  expect(parts(text)[0]).toEqual(['Emir Kurgulu', name])
})

test.each([
  ['Kurgu Hareketi (KH)', 'KH'],
  ['AL-KURGU AL-ÖRNEK / AIAI', 'AIAI'],
  ['Emir Kurgulu (Kurgulov)', 'Kurgulov'],
  ['EMİR KURGULU (K) BARAN', 'BARAN'],
])('a word beside a name, as in %s, tells little by itself', (text, word) => {
  expect(parts(text)[1]).toEqual([word])
})

test.each([
  ['“Chief Kurgu”', ['Chief Kurgu']],
  ['"KURGU, Sheikh"', ['KURGU, Sheikh']],
  ['Ali Kurgu; Ali Kurguev', ['Ali Kurgu', 'Ali Kurguev', 'Ali Kurgu; Ali Kurguev']],
  ['Kurgu; Ali', ['Kurgu; Ali']],
  [
    'M. Kurgu; Mohammad Kurgu b) M. Örnek; M. Örnekov',
    [
      'M. Kurgu',
      'Mohammad Kurgu',
      'M. Örnek',
      'M. Örnekov',
      'M. Kurgu; Mohammad Kurgu b M. Örnek; M. Örnekov',
    ],
  ],
  [') Abdel Kurgu', ['Abdel Kurgu']],
  ['Roads of Kurgu (Middle Area', ['Roads of Kurgu Middle Area', 'Roads of Kurgu', 'Middle Area']],
  ['Haluk Aka', ['Haluk Aka']],
  ['Max Born', ['Max Born']],
  ['))((', []],
])('%s is %j', (text, names) => {
  expect(namesIn(text).names).toEqual(names)
})

/** Pairs of brackets are taken out from within, until none is left. */
const withoutPairs = (text: string): string => {
  const without = text.replace(/[([][^()[\]]*[)\]]/g, '')
  return without === text ? text : withoutPairs(without)
}

test('every name has a letter or a digit, and no bracket without its other half', () => {
  const word = fc.constantFrom(
    'Ali',
    'Kurgu',
    'سليم',
    'Кургу',
    'born',
    'birth name',
    '1970',
    'aka',
    'b)',
  )
  const mark = fc.constantFrom(' ', ' ', ' ', '; ', ' (', ') ', ', ', ' / ', '“', '”')
  fc.assert(
    fc.property(fc.array(fc.tuple(word, mark), { maxLength: 12 }), (pieces) => {
      const { names, words } = namesIn(pieces.flat().join(''))
      for (const name of [...names, ...words]) {
        expect(withoutPairs(name)).not.toMatch(/[()[\]]/)
        expect(name).toMatch(/[\p{L}\p{N}]/u)
      }
    }),
    { numRuns: 500 },
  )
})
