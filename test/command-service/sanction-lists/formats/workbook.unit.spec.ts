import { expect, test } from 'vitest'
import { archiveOf, type Cell, workbookOf } from '#test/support/workbook.ts'
import { readWhole } from '../files.ts'

const HEADINGS = [
  'Sıra No',
  'ADI SOYADI-\nÜNVANI',
  'TCKN-VKN-PASAPORT NO',
  'UYRUĞU',
  'DOĞUM TARİHİ',
]
const rowsWith = (...cells: readonly Cell[]) => [HEADINGS, ['1', 'Ali Kurgu', ...cells]]

async function entryOf(...order: Parameters<typeof workbookOf>) {
  const { entries, faults, format } = await readWhole(await workbookOf(...order))
  expect([format, faults]).toEqual(['masak', []])
  return entries[0]
}

test.each(['shared', 'inline'] as const)(
  'a workbook with %s texts is read as it is',
  async (texts) => {
    const rows = rowsWith('10000000146', 'T.C.', '05.02.1981')
    expect(await entryOf([{ rows }], { texts })).toMatchObject({
      entryId: '1',
      name: 'Ali Kurgu',
      idNos: ['10000000146'],
      nationality: 'T.C.',
      birthDate: '1981-02-05',
    })
  },
)

test.each<[string, Cell, readonly string[]]>([
  ['a number', { number: '10000000146' }, ['10000000146']],
  ['a number in powers of ten', { number: '1.0000000146E10' }, ['10000000146']],
  ['a number with a zero behind the point', { number: '10000000146.0' }, ['10000000146']],
  [
    'a number whose format has its zeros',
    { number: '843118681', style: 'tenDigits' },
    ['0843118681'],
  ],
  ['a number that lost its zero', { number: '843118681' }, ['843118681', '0843118681']],
  ['a formula', { xml: '<c t="str"><f>A1</f><v>10000000146</v></c>' }, ['10000000146']],
  ['a number of a formula', { xml: '<c><f>A1</f><v>10000000146</v></c>' }, ['10000000146']],
  [
    'a text of several fonts',
    { xml: '<c t="inlineStr"><is><r><t>100000</t></r><r><rPr><b/></rPr><t>00146</t></r></is></c>' },
    ['10000000146'],
  ],
  ['an empty cell', null, []],
])('%s is all its digits', async (_, cell, numbers) => {
  expect((await entryOf([{ rows: rowsWith(cell, 'T.C.') }]))?.idNos).toEqual(numbers)
})

test.each<[string, Cell, boolean]>([
  ['a day', { number: '29622', style: 'shortDate' }, false],
  ['a day in Turkish words', { number: '29622', style: 'turkishDate' }, false],
  ['a day with a time', { number: '29622.75', style: 'shortDate' }, false],
  ['a day counted from 1904', { number: '28160', style: 'shortDate' }, true],
])('%s is that day', async (_, cell, isFrom1904) => {
  const entry = await entryOf([{ rows: rowsWith(null, null, cell) }], { isFrom1904 })
  expect(entry?.birthDate).toBe('1981-02-05')
})

test('a year alone stays a year', async () => {
  expect((await entryOf([{ rows: rowsWith(null, null, { number: '1981' }) }]))?.birthDate).toBe(
    '1981',
  )
})

test('a number with more digits than a spreadsheet keeps is a warning, and no number', async () => {
  const { entries, warnings } = await readWhole(
    await workbookOf([{ rows: rowsWith({ number: '1.2345678901234568E+16' }, 'T.C.') }]),
  )
  expect(entries[0]?.idNos).toEqual([])
  expect(warnings).toEqual([
    expect.stringContaining('sheet “Sayfa1”, row 2: TCKN-VKN-PASAPORT NO: “1.23456789012346e+16”'),
  ])
})

test('all sheets that people see are read, each under its own headings', async () => {
  const { entries, faults, warnings } = await readWhole(
    await workbookOf([
      { name: 'Açıklama', rows: [['Bu liste uydurmadır.']] },
      { name: 'Gerçek', rows: rowsWith('10000000146') },
      {
        name: 'Tüzel',
        rows: [
          ['TÜZEL KİŞİLER'],
          ['Sıra No', 'Tüzel Kuruluş/Organizasyon Ünvanı', 'Eski Adı', 'Uyruğu'],
          ['1', 'Kurgu Holding', 'Eski Kurgu Holding', 'RF'],
        ],
        merged: ['A1:D1'],
      },
      { name: 'Eski', state: 'hidden', rows: rowsWith('1') },
      { name: 'Çok eski', state: 'veryHidden', rows: rowsWith('1') },
    ]),
  )
  expect(faults).toEqual([])
  expect(entries.map(({ entryId, name, aliases }) => [entryId, name, aliases])).toEqual([
    ['1', 'Ali Kurgu', []],
    ['1@sheet “Tüzel”, row 3', 'Kurgu Holding', ['Eski Kurgu Holding']],
  ])
  expect(warnings).toEqual([
    'sheet “Eski”: sheet: is hidden, and not read',
    'sheet “Çok eski”: sheet: is hidden, and not read',
    'sheet “Açıklama”: sheet: has no headings of a list, and is not read',
  ])
})

test('headings of two rows, merged cells and empty rows are read as people see them', async () => {
  const { entries, faults } = await readWhole(
    await workbookOf([
      {
        rows: [
          ['MALVARLIĞI DONDURULANLAR'],
          ['Sıra No', 'KİŞİ', null, 'KİMLİK', null, 'DOĞUM', null],
          [null, 'ADI', 'SOYADI', 'TCKN', 'PASAPORT NO', 'TARİHİ', 'YERİ'],
          [],
          ['1', 'Ali', 'Kurgu', '10000000146', 'U1234567', '1981', 'Tahran'],
          [null, null, null, null, 'U7654321', null, null],
          ['2', 'Veli', 'Örnek', null, null, null, null],
        ],
        merged: ['A1:G1', 'A2:A3', 'B2:C2', 'D2:E2', 'F2:G2', 'A5:A6', 'B5:B6', 'C5:C6'],
      },
    ]),
  )
  expect(faults).toEqual([])
  expect(entries.map(({ name, idNos, birthDate }) => [name, idNos, birthDate])).toEqual([
    ['Ali Kurgu', ['10000000146', 'U1234567', 'U7654321'], '1981'],
    ['Veli Örnek', [], null],
  ])
})

const refused = async (content: Buffer) => {
  const { entries, faults } = await readWhole(content, 64 * 1024)
  expect(entries).toEqual([])
  return faults
}

test('a workbook that unpacks to too much is refused before it is unpacked', async () => {
  const bomb = { 'xl/media/x.xml': '0'.repeat(65 * 1024 * 1024) }
  expect(await refused(await workbookOf([{ rows: rowsWith('1') }], { parts: bomb }))).toEqual([
    expect.stringContaining('unpacks to more than 64 MiB'),
  ])
})

test('two cells far apart make no table of billions of cells', async () => {
  const data =
    '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
  expect(await refused(await workbookOf([{ rows: [], data }]))).toEqual([
    expect.stringMatching(/values reach as far as XFD1048576, .* save it again$/),
  ])
})

test('a formatted cell far away, without a value, is no end of the table', async () => {
  const far = { xml: '<c s="1"/>' }
  const rows = rowsWith('10000000146', 'T.C.')
  const row = (xml: string) => `<row r="1048576">${xml}</row>`.replace('<c', '<c r="XFD1048576"')
  const parts = await workbookOf([{ rows }, { name: 'Boş', rows: [], data: row(far.xml) }])
  expect((await readWhole(parts)).entries).toMatchObject([{ idNos: ['10000000146'] }])
})

test.each([
  ['a value in the last row', '<row r="1048576"><c r="A1048576"><v>1</v></c></row>'],
  [
    'values in the last column of many rows',
    Array.from({ length: 60_000 }, (_, at) => `<row><c r="XFD${at + 1}"><v>1</v></c></row>`).join(
      '',
    ),
  ],
])('%s is refused with what to do', async (_, data) => {
  expect(await refused(await workbookOf([{ rows: [], data }]))).toEqual([
    expect.stringContaining('delete what stands far from the table'),
  ])
})

test('merges far beyond the table end where it ends', async () => {
  const merged = Array.from({ length: 300 }, (_, at) => `A${at + 3}:XFD1048576`)
  const rows = rowsWith('10000000146', 'T.C.')
  expect((await readWhole(await workbookOf([{ rows, merged }]))).entries).toMatchObject([
    { idNos: ['10000000146'] },
  ])
})

test('a part whose header says another size than the directory is refused', async () => {
  const bytes = await workbookOf([{ rows: rowsWith('1') }])
  const header = bytes.indexOf('xl/worksheets/sheet1.xml') - 30
  bytes.writeUInt32LE(2_000_000_000, header + 22)
  expect(await refused(bytes)).toEqual([expect.stringContaining('than its header')])
})

test('a sheet in another folder is checked, too', async () => {
  const half = '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row><row'
  const parts = { 'xl/ws/sheet1.xml': half }
  expect(await refused(await workbookOf([{ rows: rowsWith('1') }], { parts }))).toEqual([
    expect.stringContaining('is a damaged workbook (xl/ws/sheet1.xml'),
  ])
})

test.each([
  ['half a sheet', '<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c'],
  ['entities of its own', '&bomb;'],
])('%s is refused, not read as the whole', async (_, data) => {
  expect(await refused(await workbookOf([{ rows: [], data }]))).toEqual([
    expect.stringContaining('damaged workbook'),
  ])
})

test('an archive with only the name of a workbook is refused', async () => {
  expect(await refused(await archiveOf({ 'xl/workbook.xml': '<workbook/>' }))).toHaveLength(1)
})
