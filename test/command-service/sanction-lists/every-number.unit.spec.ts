import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberLikesIn } from '#command/sanction-lists/formats/words/document-numbers.ts'
import { proveList } from '#command/sanction-lists/prove-list.ts'
import type { SurveyedList } from '#command/sanction-lists/survey-list.ts'
import { noFacts } from '#kernel/domain/screening/facts.ts'
import { THRESHOLD } from '#kernel/domain/screening/name-score.ts'
import { searchIn } from '#kernel/domain/screening/search.ts'
import { unListWithNotes } from '#test/support/odd-lists.ts'
import { workbookOf } from '#test/support/workbook.ts'
import { readWhole } from './files.ts'

const findsNumber = ({ index }: SurveyedList, idNo: string) =>
  searchIn(index)({ idNo, name: null, surname: null, facts: noFacts, threshold: THRESHOLD })
    .length === 1

/** Letters and digits in groups that `-`, `.`, `/` or a blank separate; with more digits than a date. */
const number = fc
  .tuple(
    fc.stringMatching(/^[A-Z]{0,3}$/),
    fc.array(fc.stringMatching(/^[0-9]{3,5}$/), { minLength: 3, maxLength: 4 }),
    fc.constantFrom(' ', '-', '.', '/', ''),
  )
  .filter(
    ([letters]) => !['NO', 'NR', 'ID', 'TC', 'SSN', 'TIN', 'IMO', 'PO', 'BOX'].includes(letters),
  )
  .map(([letters, groups, separator]) => [letters, ...groups].filter(Boolean).join(separator))
const surroundings = fc.constantFrom(
  (text: string) => text,
  (text: string) => `issued under number ${text}, expired on 21 Feb. 2014`,
  (text: string) => `(passport: ${text})`,
  (text: string) => `${text} issued on 18 Jun. 1999`,
  (text: string) => `eski pasaport\n${text}; diğer bilgi yok`,
)

const unElements = [
  'COMMENTS1',
  'TITLE',
  'NATIONALITY2',
  'SUBMITTED_BY',
  'NAME_ORIGINAL_SCRIPT',
  'NEW_ELEMENT',
  'INDIVIDUAL_DOCUMENT/NUMBER',
  'INDIVIDUAL_DOCUMENT/NOTE',
  'INDIVIDUAL_DOCUMENT/NEW_ELEMENT',
  'INDIVIDUAL_DOCUMENT/TYPE_OF_DOCUMENT',
  'INDIVIDUAL_DOCUMENT/TYPE_OF_DOCUMENT2',
  'INDIVIDUAL_ALIAS/NOTE',
  'INDIVIDUAL_ALIAS/ALIAS_NAME',
  'INDIVIDUAL_ADDRESS/NOTE',
  'INDIVIDUAL_DATE_OF_BIRTH/NOTE',
  'INDIVIDUAL_PLACE_OF_BIRTH/STREET',
]
const unList = (element: string, text: string) => {
  const [outer = '', inner] = element.split('/')
  const content = inner === undefined ? text : `<${inner}>${text}</${inner}>`
  return `<CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL><DATAID>900001</DATAID><FIRST_NAME>Uydurma Kurmaca</FIRST_NAME><${outer}>${content}</${outer}></INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>`
}

const openColumns = [
  'schema',
  'aliases',
  'addresses',
  'identifiers',
  'sanctions',
  'phones',
  'dataset',
  'notes',
]
const openSanctions = (column: string, text: string) =>
  `id,name,${openColumns.join(',')}\nos-1,Uydurma Kurmaca,${openColumns.map((each) => (each === column ? `"${text.replaceAll('"', '""')}"` : '')).join(',')}\n`

const headings = [
  'Sıra No',
  'ADI SOYADI',
  'TCKN-VKN',
  'UYRUĞU',
  'DOĞUM TARİHİ',
  'Diğer Bilgiler',
  'Baba Adı',
  'Adres',
  'Resmi Gazete',
  'Listeye Alınma Tarihi',
  'Başka',
]
const masakRow = (column: string, text: string) =>
  headings.map((each) => {
    if (each === 'Sıra No') return '1'
    return each === 'ADI SOYADI' ? 'Uydurma Kurmaca' : each === column ? text : ''
  })

const lists: readonly (readonly [
  name: string,
  places: readonly string[],
  made: (place: string, text: string) => string | Promise<Buffer>,
])[] = [
  ['the United Nations’ XML', unElements, unList],
  ['OpenSanctions’ CSV', openColumns, openSanctions],
  [
    'MASAK’s workbook',
    headings.slice(2),
    (at, text) => workbookOf([{ rows: [headings, masakRow(at, text)] }]),
  ],
  [
    'MASAK’s CSV',
    headings.slice(2),
    (at, text) =>
      [headings, masakRow(at, text)]
        .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'))
        .join('\r\n'),
  ],
]

test.each(lists)('a number anywhere in an entry of %s is found', async (_, places, made) => {
  const placed = fc.tuple(fc.constantFrom(...places), number, surroundings)
  await fc.assert(
    fc.asyncProperty(placed, async ([place, written, around]) => {
      const { survey, faults } = await readWhole(await made(place, around(written)))
      expect(faults).toEqual([])
      if (survey === undefined) throw new Error('nothing was read')
      expect(findsNumber(survey, written), `${written} in ${place}`).toBe(true)
      const proof = await proveList(survey.file, survey.index, () => undefined)
      expect([proof.missed, proof.unused]).toEqual([0, []])
      expect(proof.numbers).toBeGreaterThan(0)
    }),
    { numRuns: 60 },
  )
})

test('numbers that the United Nations write in notes, types and comments are found', async () => {
  const { xml, numbers } = unListWithNotes()
  const { survey, warnings } = await readWhole(xml)
  expect(warnings).toEqual([])
  if (survey === undefined) throw new Error('nothing was read')
  expect(numbers.filter((each) => !findsNumber(survey, each))).toEqual([])
})

test('what a reader has lost is printed, and is no reason to keep the old version', async () => {
  const { survey } = await readWhole(unList('COMMENTS1', 'passport AB 123456, ID 7654321'))
  if (survey === undefined) throw new Error('nothing was read')
  const { index } = (await readWhole(unList('COMMENTS1', 'no number'))).survey ?? survey
  const { unused, missed, numbers } = await proveList(survey.file, index, () => undefined)
  expect([unused, missed, numbers]).toEqual([['7654321'], 1, 2])
})

test.each([
  ['12.03.1971'],
  ['2001-01-25-05:00'],
  ['2023-04-20T10:12:13Z'],
  ['18 Jun. 1999, 5 Şubat 1981, 18 JUN 1999, Jul.1996'],
  ['1995-1997, 2000/01, mid-2014'],
  ['Hijri 24/06/1426'],
  ['resolution 1822 (2008)'],
  ['associated with QDe.014 and KPi.002'],
  ['https://example.org/notice/4487146'],
  ['kurgu1234567@example.org'],
  ['12345'],
])('%s is no number of a document', (text) => {
  expect(numberLikesIn(text)).toEqual([])
})

test.each([
  ['SSN 156-92-0000 (United States)', [['156-92-0000']]],
  ['number L 191000 issued', [['L 191000', '191000']]],
  ['TR-P 614 000', [['TR-P 614 000', '614 000']]],
  ['75 0000001', [['75 0000001']]],
  ['AB123456 CD654321', [['AB123456 CD654321', 'AB123456', 'CD654321']]],
  ['no.03825000', [['no.03825000', '03825000']]],
  ['٠٨٨٩٣٣٠٠', [['08893300']]],
  ['12345678 Z', [['12345678 Z', '12345678']]],
])('of %s these are the readings', (text, readings) => {
  expect(numberLikesIn(text)).toEqual(readings)
})
