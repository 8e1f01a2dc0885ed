import { expect, test } from 'vitest'
import { entityOf } from '#command/sanction-checks/entity.ts'
import { readWhole } from '../files.ts'

const listed = (...entries: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<CONSOLIDATED_LIST>\n<INDIVIDUALS>${entries.join('\n')}</INDIVIDUALS></CONSOLIDATED_LIST>`
const individual = (xml: string, dataId = '900001') =>
  `<INDIVIDUAL><DATAID>${dataId}</DATAID><FIRST_NAME>ORNEK</FIRST_NAME><SECOND_NAME>KURGU</SECOND_NAME>${xml}</INDIVIDUAL>`
const alias = (xml: string, quality = 'Good') =>
  `<INDIVIDUAL_ALIAS><QUALITY>${quality}</QUALITY>${xml}</INDIVIDUAL_ALIAS>`

async function read(xml: string) {
  const { entries, faults, warnings } = await readWhole(listed(individual(xml)))
  expect([faults, warnings]).toEqual([[], []])
  const [entry] = entries
  if (entry === undefined) throw new Error('nothing was read')
  return entry
}

test('an alias has dates, numbers and names of its own, in elements and in words', async () => {
  const entry = await read(
    '<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><YEAR>1955</YEAR></INDIVIDUAL_DATE_OF_BIRTH>' +
      alias(
        '<ALIAS_NAME>Takma Kurmaca</ALIAS_NAME><DATE_OF_BIRTH>1969-01-01</DATE_OF_BIRTH><CITY_OF_BIRTH>Örnek</CITY_OF_BIRTH>',
      ) +
      alias(
        '<ALIAS_NAME>Safiye Kurmaca, born 1 Jan. 1953 (Oman passport no.00000011)</ALIAS_NAME>',
      ) +
      alias(
        '<ALIAS_NAME>Emir Kurgulu</ALIAS_NAME><NOTE>original script: Эмир Кургулу</NOTE>',
        'Low',
      ),
  )
  expect(entry.birthDate).toBe('1955; 1969-01-01; 1 Jan. 1953')
  expect(entry.idNos).toEqual(['00000011'])
  expect(entry.aliases).toEqual(expect.arrayContaining(['Takma Kurmaca', 'Safiye Kurmaca']))
  expect(entry.weakAliases).toEqual(['Emir Kurgulu', 'Эмир Кургулу'])
})

test.each([
  ['<TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1958-02-22</DATE>', '1958-02-22', [[1958, 1958]]],
  [
    '<TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>1955</YEAR>',
    'approximately 1955',
    [[1950, 1960]],
  ],
  [
    '<TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1955</FROM_YEAR><TO_YEAR>1958</TO_YEAR>',
    '1955-1958',
    [[1955, 1958]],
  ],
  [
    '<TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><NOTE>Approximately</NOTE><FROM_YEAR>1955</FROM_YEAR><TO_YEAR>1958</TO_YEAR>',
    'approximately 1955-1958',
    [[1950, 1963]],
  ],
  ['<TYPE_OF_DATE>EXACT</TYPE_OF_DATE><NOTE>Nov. 1973 </NOTE>', 'Nov. 1973', [[1973, 1973]]],
  [
    '<TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1979-03-03</DATE><NOTE>from false passport</NOTE>',
    '1979-03-03 (from false passport)',
    [[1979, 1979]],
  ],
  ['<TYPE_OF_DATE/>', null, []],
])('a date of birth %s is %s', async (xml, birthDate, birthYears) => {
  const entry = await read(`<INDIVIDUAL_DATE_OF_BIRTH>${xml}</INDIVIDUAL_DATE_OF_BIRTH>`)
  expect([entry.birthDate, entityOf(entry).birthYears]).toEqual([birthDate, birthYears])
})

test('a document’s number is found by itself, and as the cell says it', async () => {
  const entry = await read(
    '<INDIVIDUAL_DOCUMENT><NUMBER>Libyan passport No. 000000</NUMBER></INDIVIDUAL_DOCUMENT><INDIVIDUAL_DOCUMENT><NUMBER>00-0000-1</NUMBER></INDIVIDUAL_DOCUMENT>',
  )
  expect(entry.idNos).toEqual(['000000', 'Libyan passport No. 000000', '00-0000-1'])
})

test('all nationalities of an entry count, and what is none does not', async () => {
  const entry = await read(
    '<NATIONALITY><VALUE>Türkiye</VALUE><VALUE>Iraq</VALUE></NATIONALITY><NATIONALITY><VALUE>na</VALUE></NATIONALITY>',
  )
  expect(entry.nationality).toBe('Türkiye; Iraq')
})

test('a name in its original script, and prefixed elements, are read', async () => {
  const xml = listed(
    individual('<NAME_ORIGINAL_SCRIPT>أورنك كرجو (Tigrinya)</NAME_ORIGINAL_SCRIPT>'),
  )
  const prefixed = xml
    .replaceAll(/<(\/?)([A-Z])/g, '<$1un:$2')
    .replace('<un:CONSOLIDATED_LIST', '<un:CONSOLIDATED_LIST xmlns:un="urn:x"')
  for (const text of [xml, prefixed]) {
    const { entries, faults } = await readWhole(text)
    expect([faults, entries[0]?.aliases]).toEqual([[], ['أورنك كرجو (Tigrinya)', 'أورنك كرجو']])
  }
})

test('an element that is not known is a warning, once', async () => {
  const renamed =
    '<INDIVIDUAL_ALIAS-PSEUDONYME><ALIAS_NAME>Takma Kurgu</ALIAS_NAME></INDIVIDUAL_ALIAS-PSEUDONYME>'
  const { entries, faults, warnings } = await readWhole(
    listed(individual(renamed), individual(`${renamed}<FIFTH_NAME/>`, '900002')),
  )
  expect([entries.length, faults]).toEqual([2, []])
  expect(warnings).toEqual([
    'line 3: INDIVIDUAL_ALIAS-PSEUDONYME: is an element that is not known, and is used for nothing',
  ])
})

test('an entry with the number of another one stays, under a number of its own', async () => {
  const { entries, faults, warnings } = await readWhole(listed(individual(''), individual('')))
  expect([entries.map(({ entryId }) => entryId), faults]).toEqual([['900001', '900001@4'], []])
  expect(warnings).toEqual(['line 4: DATAID: stands in line 3 already: this entry is 900001@4'])
})
