import { expect, test } from 'vitest'
import { remarksIn } from '#command/sanction-lists/formats/words/remarks.ts'

const nothing = { names: [], birthDates: [], numbers: [] }

test.each([
  ['born 16 Dec. 1948, in Örnek', ['16 Dec. 1948']],
  ['DOB: a) 11 Apr. 1960 b) 11 Apr. 1963. POB: Egypt', ['11 Apr. 1960', '11 Apr. 1963']],
  ['(DPOB - 1977) - expires 21 August 2005', ['1977']],
  ['Emir Kurgulu, born in Kandahar on 01 Jan.1967', ['01 Jan.1967']],
  ['Ali Kurgu (doğumlu 1970)', ['1970']],
])('%s says when somebody was born', (text, birthDates) => {
  expect(remarksIn(text)).toEqual({ ...nothing, birthDates })
})

test.each([
  ['Passport No. 000001, expires 21 August 2005 (Iraq)', '000001'],
  ['Libya Passport number: 000000', '000000'],
  ['passport number OR 0000000 issued on 4 Feb. 2003', 'OR 0000000'],
  ['(Oman passport no.00000000, date of issue 4 May 2014)', '00000000'],
  ['Mali ID Number 000/KURGU; POB: Mali', '000/KURGU'],
])('%s says a document’s number', (text, number) => {
  expect(remarksIn(text)).toEqual({ ...nothing, numbers: [number] })
})

test.each([
  ['original script: Эмир Кургулу', ['Эмир Кургулу']],
  ['Previously listed as. In Arabic: أمير كرجو', ['أمير كرجو']],
  ['in Arabic script: شركة كرجو', ['شركة كرجو']],
  ['Yunis Kurgu; Younis Kurgu', ['Yunis Kurgu; Younis Kurgu']],
  ['(Abu Kurgu; Abou Kurgu) prominently known by this nom de guerre', ['Abu Kurgu; Abou Kurgu']],
])('%s says other names', (text, names) => {
  expect(remarksIn(text)).toEqual({ ...nothing, names })
})

test.each([
  'nom de guerre',
  'previously listed as',
  'Call sign',
  '1-P',
  'valid until 10 April 2018',
])('%s says none of these', (text) => {
  expect(remarksIn(text)).toEqual(nothing)
})
