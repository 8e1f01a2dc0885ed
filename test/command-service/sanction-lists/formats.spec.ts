import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readWhole } from './files.ts'

const demo = (file: string) =>
  readFileSync(join(import.meta.dirname, '../../../local-stack/demo/lists', file))

const HEADINGS =
  'Sıra No ;ADI SOYADI-ÜNVANI  ;TCKN-VKN-PASAPORT NO;UYRUĞU;ANNE ADI;BABA ADI;DOĞUM TARİHİ ;DOĞUM YERİ;KULLANDIĞI BİLİNEN DİĞER İSİMLERİ ;ÖRGÜTÜ;Listeye Alınma Tarihi;RESMİ GAZETE TARİH-SAYISI'
const masak = (...rows: readonly string[]) => readWhole([HEADINGS, ...rows].join('\r\n'))

test('a MASAK workbook is read by what its headings mean, with a title above them', async () => {
  const { format, entries, faults } = await readWhole(demo('masak.csv'), 7)
  expect([format, faults, entries.length]).toEqual(['masak', [], 5])
  expect(entries[0]).toMatchObject({
    entryId: '1',
    name: 'Kamber Uydurukoğlu',
    aliases: ['Kamber Uyduruk', 'Kanber Uydurukzade'],
    idNos: ['90807060550'],
    birthDate: '1981-02-05',
    nationality: 'T.C.',
    program: 'UYDURMA ÖRGÜT',
    reason: '17.03.2024-90001',
  })
  expect(entries[0]?.record).toMatchObject({ 'ANNE ADI': 'Güldane', 'Sıra No': '1' })
})

test.each([
  ['05.02.1981', '1981-02-05'],
  ['5 Şubat 1981', '1981-02-05'],
  ['5 ŞUBAT 1981', '1981-02-05'],
  ['1981', '1981'],
  ['a) 1966 b) 05.02.1968', '1966; 1968-02-05'],
  ['31.02.1981', '31.02.1981'],
  ['1960’lı yıllar', '1960’lı yıllar'],
])('a date of birth written as %s is %s', async (written, read) => {
  const { entries } = await masak(`1;Biri Uydurma;;;;;${written};;;;;`)
  expect(entries[0]?.birthDate).toBe(read)
})

test.each([
  ['a) Ali Uydurma b) Veli ı) Can', ['Ali Uydurma', 'Veli', 'Can']],
  ['Tek Ad', ['Tek Ad']],
  ['"Üstteki\nAlttaki"', ['Üstteki', 'Alttaki']],
  ['', []],
])('other names in %j are %j', async (cell, names) => {
  const { entries } = await masak(`1;Biri Uydurma;;;;;;;${cell};;;`)
  expect(entries[0]?.aliases).toEqual(names)
})

test.each([
  ['10000000146', ['10000000146']],
  ['TCKN: 10000000146 / Pasaport No: U 1234567', ['10000000146', 'U 1234567']],
  ['a) U1234567 b) AB-123456', ['U1234567', 'AB-123456']],
  ['Bilinmiyor', []],
])('the numbers in %j are %j', async (cell, numbers) => {
  const { entries } = await masak(`1;Biri Uydurma;${cell};;;;;;;;;`)
  expect(entries[0]?.idNos).toEqual(numbers)
})

test('a workbook that an older program saved is read in its own letters', async () => {
  const text = 'SIRA NO;ADI SOYADI;UYRUĞU\n1;ŞÜKRÜ İĞCİ;TÜRKİYE\n'
  const letters: Readonly<Record<string, number>> = { Ş: 0xde, Ü: 0xdc, İ: 0xdd, Ğ: 0xd0 }
  const bytes = Buffer.from(Array.from(text, (letter) => letters[letter] ?? letter.charCodeAt(0)))
  expect((await readWhole(bytes)).entries[0]?.name).toBe('ŞÜKRÜ İĞCİ')
  const wide = Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from(text.replaceAll(';', '\t'), 'utf16le'),
  ])
  expect((await readWhole(wide, 5)).entries[0]?.name).toBe('ŞÜKRÜ İĞCİ')
})

test('parts of a workbook that number their rows from 1 keep separate entries', async () => {
  const { entries, faults } = await masak(
    '1;Biri Uydurma',
    '',
    ';;;',
    '1;Başkası Uydurma',
    ';Üçüncü Uydurma',
  )
  expect(faults).toEqual([])
  expect(new Set(entries.map(({ entryId }) => entryId)).size).toBe(3)
})

test('targets.simple.csv is read by its columns’ names, and the values within its cells', async () => {
  const { format, entries, faults } = await readWhole(demo('wanted.csv'), 11)
  expect([format, faults, entries.length]).toEqual(['openSanctions', [], 3])
  expect(entries[0]).toMatchObject({
    entryId: 'demo-w-1',
    aliases: ['Kamber Uyduruk', 'Uyduruk; Kamber'],
    idNos: ['90807060550'],
    program: 'Uydurma arama kararı',
    reason: 'Demo wanted list',
  })
  const turned = await readWhole('\uFEFFname,extra,id\n"Uydurma, Biri",x,7\n')
  expect(turned.entries[0]).toMatchObject({ entryId: '7', name: 'Uydurma, Biri', aliases: [] })
})

test('of two columns with one name the second is reported', async () => {
  const { entries, warnings } = await readWhole(
    'id,name,name\n1,Ali Uydurma,Veli Uydurma\n2,Can Uydurma,Cem Uydurma\n',
  )
  expect(entries.map(({ name }) => name)).toEqual(['Ali Uydurma', 'Can Uydurma'])
  expect(warnings).toEqual(['line 1: name: looks like names, and is used for nothing'])
})

test('letters as web pages write them are read', async () => {
  const { entries } = await readWhole(
    'id,name,aliases\n1,O&#39;Uydurma &amp; &#x130;ğde,&quot;Reis&quot; Uydurma;A&B;&#0;&#9999999;\n',
  )
  expect(entries[0]).toMatchObject({
    name: "O'Uydurma & İğde",
    aliases: expect.arrayContaining(['"Reis" Uydurma', 'A&B']),
  })
})

test('the UN’s list is read with the quality of its aliases', async () => {
  const { format, entries, faults } = await readWhole(demo('pep.xml'), 13)
  expect([format, faults, entries.length]).toEqual(['un', [], 3])
  expect(entries[0]).toMatchObject({
    entryId: '9900001',
    name: 'Müntehap Hayalperest',
    aliases: ['Muntehap Hayalperest'],
    weakAliases: ['Reis Hayal'],
    idNos: ['U99000017'],
    birthDate: '1964-09-30',
    nationality: 'Türkiye',
  })
  expect(entries[1]?.birthDate).toBe('1958-1960')
  expect(entries[2]?.name).toBe('Bureau of Nowhere')
})

test('every bad row is reported with its line', async () => {
  const text =
    'id,schema,name\n1,Person,\n2,Person,Ali Uydurma\n3,Person\n,Person,Veli\n2,Person,Can\n4,Person,"x" y\n'
  const { entries, faults } = await readWhole(text)
  expect(faults).toEqual([
    'line 2: name: is required',
    'line 4: row: has 2 cells where there are 3 columns',
    'line 5: id: is required',
    'line 6: id: stands in line 3 already',
    'line 7: row: CSV_INVALID_CLOSING_QUOTE',
  ])
  expect(entries.map(({ name }) => name)).toEqual(['Ali Uydurma'])
  expect((await masak('1;;10000000146')).faults).toEqual(['line 2: name: is required'])
  const xml =
    '<CONSOLIDATED_LIST><INDIVIDUALS>\n<INDIVIDUAL>\n<FIRST_NAME>A</FIRST_NAME></INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>'
  expect((await readWhole(xml)).faults).toEqual(['line 2: DATAID: is required'])
})

test.each([
  [
    'id,schema,name\n1,Person,"Ali\n2,Person,Veli\n',
    'line 2: file: has a quotation mark that is not closed',
  ],
  ['hello\nworld\n', 'line 1: file: is neither'],
  ['', 'line 1: file: is neither'],
  ['<CONSOLIDATED_LIST>\n<INDIVIDUALS>\n<oops>', 'file: is no well-formed XML'],
  ['<!DOCTYPE x [<!ENTITY a "b">]><x/>', 'file: has a document type declaration'],
])('a file whose rows cannot be distinguished is refused: %j', async (text, message) => {
  const { entries, faults } = await readWhole(text)
  expect(entries).toEqual([])
  expect(faults).toEqual([expect.stringContaining(message)])
})

test('ten times as many entries take about ten times the work', async () => {
  const workFor = async (length: number) => {
    const rows = Array.from({ length }, (_, at) => `${at},Person,Kişi ${at} Uydurma,"a;b",1980,tr`)
    const text = ['id,schema,name,aliases,birth_date,countries', ...rows].join('\n')
    // The thread's own time: others use the machine, too.
    const since = process.threadCpuUsage()
    const { entries } = await readWhole(text, 64 * 1024)
    expect(entries).toHaveLength(length)
    return process.threadCpuUsage(since).user
  }
  const few = await workFor(2_000)
  expect((await workFor(20_000)) / few).toBeLessThan(40)
})
