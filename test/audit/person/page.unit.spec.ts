import { expect, test } from 'vitest'
import { pageOf } from '#audit/person/page.ts'
import { kindsOfRecord } from '#audit/person/personal-file.ts'
import { nobody } from './personal-files.ts'

const pageWith = (customer: object) =>
  pageOf({ ...nobody, records: { ...nobody.records, customers: [customer] } })

const cellsOf = (page: string) => [...page.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell]) => cell)

test('every section has a heading, and a link that leads to it', () => {
  const page = pageOf(nobody)
  const linked = [...page.matchAll(/href="#(\w+)"/g)].map(([, id]) => id)
  const headings = [...page.matchAll(/<h2 id="(\w+)">/g)].map(([, id]) => id)
  expect(headings).toEqual(linked)
  expect(headings).toEqual(expect.arrayContaining([...kindsOfRecord]))
  expect(page.match(/<h1>/g)).toHaveLength(1)
})

test('a record with very many values is there as a whole', () => {
  const dataSet = Array.from({ length: 5_000 }, (_, at) => `value ${at}`)
  expect(cellsOf(pageWith({ dataSet }))).toEqual(dataSet)
})

test('values from outside are neither markup nor formulas', () => {
  const page = pageWith({
    name: '<script>alert(1)</script>',
    '<b>field</b>': 'x',
    formula: '=1+1',
    command: '+cmd|calc',
    at: '@SUM(1)',
    line: '\n=1',
    blank: '\u00A0 =1',
    wide: '＝1',
  })
  expect(page).not.toMatch(/<script|<b>|Kapalıçarşı <Sarraf>/)
  expect(cellsOf(page)).toEqual([
    '&#60;script&#62;alert(1)&#60;/script&#62;',
    'x',
    '&#39;=1+1',
    '&#39;+cmd|calc',
    '&#39;@SUM(1)',
    '&#39;\n=1',
    '&#39;\u00A0 =1',
    '&#39;＝1',
  ])
})

test('phone numbers and amounts stay as they are', () => {
  const page = pageWith({ phone: '+90 532 123 45 67', amount: -12.5, tel: '-1,5' })
  expect(cellsOf(page)).toEqual(['+90 532 123 45 67', '-12.5', '-1,5'])
})

test('a value without content, a flag and a forgotten value are said in words', () => {
  const page = pageWith({ phone: null, isVerify: true, labels: [], person: { forgotten: true } })
  expect(cellsOf(page)).toEqual([
    '—',
    'yes / <span lang="tr">evet</span>',
    '—',
    'forgotten / <span lang="tr">silindi</span>',
  ])
})

test('an event is described in both languages, with its data', () => {
  const type = 'expenseVoucher.DraftDeleted'
  const recordedAt = '2026-11-20T09:45:00.000Z'
  const data = { voucherId: 'v1' }
  const page = pageOf({
    ...nobody,
    events: [{ position: '7', recordedAt, type, recordId: 'v1', data }],
  })
  expect(page).toMatch(/<p>\S.*<\/p>\n<p lang="tr">\S.*<\/p>/)
  expect(page).toContain('<td>v1</td>')
})

test('a sentence that begins with a value from outside is no formula', () => {
  const data = { scannedCode: '=1+1', source: 'mobile', outcome: 'verified' }
  const type = 'kmtsVerification.KmtsVerificationRecorded'
  const event = { position: '7', recordedAt: '2026-11-20T09:45:00.000Z', type, recordId: 'v', data }
  expect(pageOf({ ...nobody, events: [event] }).match(/<p[^>]*>&#39;=1\+1 /g)).toHaveLength(2)
})

test('the page says that something has been erased, where it has', () => {
  expect(pageOf(nobody)).not.toContain('has been erased;')
  expect(pageOf({ ...nobody, erasedEvents: 3 })).toContain('Of 3 events in the history')
})
