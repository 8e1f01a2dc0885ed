import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encoded } from '#test/support/encoded.ts'
import { readWhole } from './files.ts'

const LETTERS = 'ŞÜKRÜ İĞDE, Çağrı Öztürkoğlu'
const HEADINGS = 'Sıra No;ADI SOYADI-ÜNVANI;TCKN-VKN-PASAPORT NO;UYRUĞU'
const masak = (...names: readonly string[]) =>
  [HEADINGS, ...names.map((name, at) => `${at + 1};${name};;T.C.`)].join('\r\n')
const un = (declaration: string, name = LETTERS) =>
  `${declaration}<CONSOLIDATED_LIST><INDIVIDUALS>\n<INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>${name}</FIRST_NAME></INDIVIDUAL>\n</INDIVIDUALS></CONSOLIDATED_LIST>`
const xml = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>`

async function read(content: Buffer | string, pieceBytes?: number) {
  const { entries, faults } = await readWhole(content, pieceBytes)
  return { names: entries.map(({ name }) => name), faults }
}
const found = { names: [LETTERS], faults: [] }
const refused = (said: string) => ({ names: [], faults: [expect.stringContaining(said)] })

test.each([
  ['UTF-8', Buffer.from(masak(LETTERS))],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${masak(LETTERS)}`)],
  ['UTF-16LE', encoded(masak(LETTERS), 'utf-16le')],
  ['UTF-16LE with a mark', encoded(`\uFEFF${masak(LETTERS)}`, 'utf-16le')],
  ['UTF-16BE', encoded(masak(LETTERS), 'utf-16be')],
  ['UTF-16BE with a mark', encoded(`\uFEFF${masak(LETTERS)}`, 'utf-16be')],
  ['windows-1254', encoded(masak(LETTERS), 'windows-1254')],
])('a table in %s is read letter by letter', async (_, content) => {
  expect(await read(content)).toEqual(found)
  expect(await read(content, 1)).toEqual(found)
})

test.each([
  ['windows-1254', 'windows-1254'],
  ['ISO-8859-9', 'windows-1254'],
  ['latin5', 'windows-1254'],
  ['utf-8', 'utf-8'],
  ['UTF-16', 'utf-16le'],
  ['UTF-16', 'utf-16be'],
])('XML that declares %s is read as what it declares, in %s', async (declared, encoding) => {
  const text = un(xml(declared))
  const content = encoding === 'utf-8' ? Buffer.from(text) : encoded(text, encoding)
  expect(await read(content)).toEqual(found)
})

test.each([
  ['windows-1252', 'Zoë Müller'],
  ['windows-1251', 'Иван Выдуманный'],
  ['windows-1256', 'محمد المختلق'],
  ['koi8-r', 'Иван Выдуманный'],
])('names in %s come through a declaration', async (encoding, name) => {
  expect(await read(encoded(un(xml(encoding), name), encoding))).toEqual({
    names: [name],
    faults: [],
  })
})

test.each([
  ['windows-1254, and is UTF-8', Buffer.from(un(xml('windows-1254')))],
  ['utf-16, and is UTF-8', Buffer.from(un(xml('utf-16')))],
  ['iso-8859-9, after a mark of UTF-8', Buffer.from(`\uFEFF${un(xml('iso-8859-9'))}`)],
  ['utf-8, and is UTF-16', encoded(`\uFEFF${un(xml('utf-8'))}`, 'utf-16le')],
  ['windows-1254, and is UTF-16BE', encoded(un(xml('windows-1254')), 'utf-16be')],
])('the bytes count more than a declaration of %s', async (_, content) => {
  expect(await read(content)).toEqual(found)
})

test.each([
  [
    'an unknown declaration',
    Buffer.from(un(xml('cp857'))),
    'line 1: file: declares the encoding cp857, which is not known here',
  ],
  [
    'a false declaration of UTF-8',
    encoded(un(xml('UTF-8')), 'windows-1254'),
    'line 2: file: is not UTF-8 here',
  ],
  [
    'XML without a declaration',
    encoded(un(''), 'windows-1254'),
    'line 2: file: is not UTF-8, and its XML declaration names nothing else',
  ],
  [
    'a false declaration of another',
    encoded(un(xml('windows-1255')), 'windows-1254'),
    'line 2: file: is not windows-1255 here, although its XML declaration says so',
  ],
  [
    'UTF-8 cut off within a letter',
    Buffer.from(masak(LETTERS, 'Ayşe')).subarray(0, -8),
    'line 3: file: is not UTF-8 here',
  ],
  [
    'UTF-8 with a broken letter',
    Buffer.concat([Buffer.from(masak(LETTERS)), Buffer.from([0xfe])]),
    'line 2: file: is not UTF-8 here',
  ],
  [
    'UTF-16 cut off within a letter',
    encoded(`\uFEFF${masak(LETTERS)}`, 'utf-16le').subarray(0, -1),
    'line 2: file: is not utf-16le here',
  ],
  [
    'UTF-16 with half a letter',
    encoded(masak('Ali \uD83D Uydurma'), 'utf-16le'),
    'line 2: file: is not utf-16le here',
  ],
  ['UTF-32', Buffer.from('fffe000041000000', 'hex'), 'line 1: file: is in UTF-32'],
  [
    'DOS Turkish',
    encoded(masak(LETTERS), 'cp857'),
    'line 1: file: is in a Turkish encoding of DOS or the Macintosh',
  ],
  [
    'DOS Turkish in capitals',
    encoded(masak('ŞÜKRÜ İĞDE', 'ALİ GÜL'), 'cp857'),
    'line 1: file: is in a Turkish encoding of DOS or the Macintosh',
  ],
  [
    'Macintosh Turkish',
    encoded(masak(LETTERS), 'x-mac-turkish'),
    'line 1: file: is in a Turkish encoding of DOS or the Macintosh',
  ],
  [
    'Cyrillic that does not say so',
    encoded('id;name\n1;Иван Выдуманный', 'windows-1251'),
    'line 1: file: is neither UTF-8 nor windows-1254',
  ],
])('%s is refused with its place', async (_, content, said) => {
  expect(await read(content)).toEqual(refused(said))
})

const ALPHABET = Array.from('abcçdefgğhıijklmnoöprsştuüvyzABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZ ')
const turkishName = fc
  .string({
    unit: fc.constantFrom(...ALPHABET),
    minLength: 3,
    maxLength: 40,
  })
  .map((name) => `Ad ${name} Soyad`.replaceAll(/ +/g, ' '))

test.each(['windows-1254', 'utf-16le', 'utf-16be'])('every name in %s is read', (encoding) =>
  fc.assert(
    fc.asyncProperty(fc.array(turkishName, { minLength: 1, maxLength: 20 }), async (names) => {
      expect(await read(encoded(masak(...names), encoding))).toEqual({ names, faults: [] })
    }),
  ),
)

test.each(['cp857', 'x-mac-turkish'])('no name in %s is read with other letters', (encoding) =>
  fc.assert(
    fc.asyncProperty(fc.array(turkishName, { maxLength: 20 }), async (names) => {
      expect(await read(encoded(masak(LETTERS, ...names), encoding))).toEqual(
        refused('is in a Turkish encoding of DOS or the Macintosh'),
      )
    }),
  ),
)
