import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { creditNoteXml } from '#command/ubl/credit-note.ts'
import { creditNoteFaults } from '#stack/sandbox/ubl/credit-note/credit-note-faults.ts'
import { creditNote, soldBy } from './samples.ts'
import { at, everyElement, textsAt, treeOf } from './tree.ts'

const COMPANY = 'cac:AccountingSupplierParty/cac:Party'
const SELLER = 'cac:AccountingCustomerParty/cac:Party'

test('no element is empty: the integrator adds the place of the signature', () => {
  const note = treeOf(creditNoteXml(creditNote()))
  expect(at(note, 'ext:UBLExtensions')).toEqual([])
  expect(
    everyElement(note).filter(({ text, children }) => text === '' && children.length === 0),
  ).toEqual([])
})

test('until the number is known, the document has a placeholder number with the year of issue', () => {
  const idOf = (serial: string | null, issueDate: string) =>
    textsAt(treeOf(creditNoteXml(creditNote({ serial, issueDate }))), 'cbc:ID')
  expect(idOf('AB1', '2027-01-01')).toEqual(['AB12027000000000'])
  expect(idOf(null, '2026-12-31')[0]).toMatch(/^[A-Z0-9]{3}2026000000000$/)
})

test('a private seller is named by first and family name, with the national number', () => {
  const note = treeOf(creditNoteXml(creditNote()))
  expect(at(note, `${SELLER}/cac:PartyIdentification/cbc:ID`)).toMatchObject([
    { attributes: { schemeID: 'TCKN' }, text: '10000000146' },
  ])
  expect(textsAt(note, `${SELLER}/cac:Person/cbc:FirstName`)).toEqual(['Ayşe Nur'])
  expect(textsAt(note, `${SELLER}/cac:Person/cbc:FamilyName`)).toEqual(['Işık'])
  expect(at(note, `${SELLER}/cac:PartyName`)).toEqual([])
  expect(textsAt(note, `${SELLER}/cac:Contact/cbc:Telephone`)).toEqual(['905321234567'])
  expect(textsAt(note, `${SELLER}/cac:PostalAddress/cac:Country/cbc:Name`)).toEqual(['Türkiye'])
})

test('a name of one word is a family name', () => {
  const note = treeOf(creditNoteXml(soldBy({ name: ' Madonna ' })))
  expect(at(note, `${SELLER}/cac:Person`)[0]?.children).toMatchObject([
    { name: 'cbc:FirstName', text: '-' },
    { name: 'cbc:FamilyName', text: 'Madonna' },
  ])
})

test('a seller with a tax number is named by its title', () => {
  const firm = soldBy({ taxNumber: '0843118681', name: 'Altın Ltd. Şti.', taxOffice: 'Fatih' })
  const note = treeOf(creditNoteXml(firm))
  expect(at(note, `${SELLER}/cac:PartyIdentification/cbc:ID`)).toMatchObject([
    { attributes: { schemeID: 'VKN' }, text: '0843118681' },
  ])
  expect(textsAt(note, `${SELLER}/cac:PartyName/cbc:Name`)).toEqual(['Altın Ltd. Şti.'])
  expect(textsAt(note, `${SELLER}/cac:PartyTaxScheme/cac:TaxScheme/cbc:Name`)).toEqual(['Fatih'])
  expect(at(note, `${SELLER}/cac:Person`)).toEqual([])
})

test('the company stands with its tax office; one that trades as a person also with its name', () => {
  const { company } = creditNote()
  const firm = treeOf(creditNoteXml(creditNote()))
  expect(textsAt(firm, `${COMPANY}/cac:PartyTaxScheme/cac:TaxScheme/cbc:Name`)).toEqual(['Beyoğlu'])
  expect(at(firm, `${COMPANY}/cac:PartyIdentification/cbc:ID`)).toMatchObject([
    { attributes: { schemeID: 'VKN' }, text: '4840847211' },
  ])
  expect(at(firm, `${COMPANY}/cac:Person`)).toEqual([])

  const trader = { ...company, taxNumber: '10000000146', title: 'Ali Can Demir' }
  const person = treeOf(creditNoteXml(creditNote({ company: trader })))
  expect(at(person, `${COMPANY}/cac:PartyIdentification/cbc:ID`)).toMatchObject([
    { attributes: { schemeID: 'TCKN' } },
  ])
  expect(textsAt(person, `${COMPANY}/cac:PartyName/cbc:Name`)).toEqual(['Ali Can Demir'])
  expect(textsAt(person, `${COMPANY}/cac:Person/cbc:FamilyName`)).toEqual(['Demir'])
})

test('unknown values are left out, except district and city', () => {
  const blank = { taxOffice: ' ', address: null, district: null, city: null, phone: null, mail: '' }
  const note = treeOf(creditNoteXml(soldBy(blank)))
  const [party] = at(note, SELLER)
  expect(party?.children.map(({ name }) => name)).toEqual([
    'cac:PartyIdentification',
    'cac:PostalAddress',
    'cac:Person',
  ])
  expect(textsAt(note, `${SELLER}/cac:PostalAddress/cbc:CityName`)).toEqual(['-'])
  expect(textsAt(note, `${SELLER}/cac:PostalAddress/cbc:CitySubdivisionName`)).toEqual(['-'])
})

test('the company stands with its numbers in other registers, and the country with its code', () => {
  const { company } = creditNote()
  const registered = { ...company, mersisNo: '0484084721100011', tradeRegisterNo: '123456-5' }
  const note = treeOf(creditNoteXml(creditNote({ company: registered })))
  expect(at(note, `${COMPANY}/cac:PartyIdentification/cbc:ID`)).toMatchObject([
    { attributes: { schemeID: 'VKN' }, text: '4840847211' },
    { attributes: { schemeID: 'MERSISNO' }, text: '0484084721100011' },
    { attributes: { schemeID: 'TICARETSICILNO' }, text: '123456-5' },
  ])
  expect(textsAt(note, `${COMPANY}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`)).toEqual([
    'TR',
  ])
})

test.each([
  ['Almanya', ['DE']],
  ['Northern Cyprus', []],
])('a seller from %s has the country code %j', (country, code) => {
  const note = treeOf(creditNoteXml(soldBy({ country })))
  const home = `${SELLER}/cac:PostalAddress/cac:Country`
  expect(textsAt(note, `${home}/cbc:IdentificationCode`)).toEqual(code)
  expect(textsAt(note, `${home}/cbc:Name`)).toEqual([country])
})

test('a sole trader with any title is named by the owner', () => {
  const owner = { firstName: 'Ali Can', familyName: 'Demir' }
  const company = { ...creditNote().company, taxNumber: '10000000146', title: 'Altınev', owner }
  const note = treeOf(creditNoteXml(creditNote({ company })))
  expect(textsAt(note, `${COMPANY}/cac:PartyName/cbc:Name`)).toEqual(['Altınev'])
  expect(textsAt(note, `${COMPANY}/cac:Person/cbc:FirstName`)).toEqual(['Ali Can'])
  expect(textsAt(note, `${COMPANY}/cac:Person/cbc:FamilyName`)).toEqual(['Demir'])
})

test('it bears no tax: one total of zero, of the value added tax', () => {
  const note = treeOf(creditNoteXml(creditNote()))
  expect(textsAt(note, 'cac:TaxTotal/cbc:TaxAmount')).toEqual(['0.00'])
  const subtotal = 'cac:TaxTotal/cac:TaxSubtotal'
  expect(textsAt(note, `${subtotal}/cbc:TaxableAmount`)).toEqual(['65559.95'])
  expect(textsAt(note, `${subtotal}/cbc:TaxAmount`)).toEqual(['0.00'])
  expect(textsAt(note, `${subtotal}/cbc:Percent`)).toEqual(['0'])
  expect(textsAt(note, `${subtotal}/cac:TaxCategory/cac:TaxScheme/cbc:TaxTypeCode`)).toEqual([
    '0015',
  ])
})

test('a line has the article, the quantity and the price', () => {
  const pieces = { name: 'Çeyrek altın', quantity: '3', unitType: 'C62' } as const
  const lines = [...creditNote().lines, { ...pieces, amount: '26250' }]
  const note = treeOf(creditNoteXml(creditNote({ lines })))
  expect(textsAt(note, 'cac:CreditNoteLine/cbc:ID')).toEqual(['1', '2'])
  expect(at(note, 'cac:CreditNoteLine/cbc:CreditedQuantity')).toMatchObject([
    { attributes: { unitCode: 'GRM' }, text: '12.34' },
    { attributes: { unitCode: 'C62' }, text: '3' },
  ])
  expect(textsAt(note, 'cac:CreditNoteLine/cac:Item/cbc:Name')).toEqual([
    'Has altın',
    'Çeyrek altın',
  ])
  expect(textsAt(note, 'cac:CreditNoteLine/cac:Price/cbc:PriceAmount')).toEqual([
    '5312.79983793',
    '8750',
  ])
  expect(textsAt(note, 'cac:LegalMonetaryTotal/cbc:PayableAmount')).toEqual(['91809.95'])
})

test.each([
  ['<b>&amp;</b> "x" \'y\' ]]> <!-- --> <?php ?>', '<b>&amp;</b> "x" \'y\' ]]> <!-- --> <?php ?>'],
  ['Altın 🥇 ışığı', 'Altın 🥇 ışığı'],
  ['a\u0000b\u0007c\u001Fd\uFFFFe', 'a b c d e'],
  ['one\r\n\ttwo   three', 'one two three'],
  ['half \uD83D a pair', 'half \uFFFD a pair'],
  ['&#0; &lol; %x; &amp;lt;', '&#0; &lol; %x; &amp;lt;'],
])('the text %j is read back as %j', (given, written) => {
  const note = treeOf(creditNoteXml({ ...soldBy({ address: given }), note: given }))
  expect(textsAt(note, 'cbc:Note').slice(0, -1)).toEqual([written])
  expect(textsAt(note, `${SELLER}/cac:PostalAddress/cbc:StreetName`)).toEqual([written])
})

test('with any texts the document is well-formed and contains them unchanged', () => {
  const entity = fc.constantFrom('&amp;', '&lol;', '&#0;', '&#x1F;', '<', ']]>')
  const text = fc
    .array(fc.oneof(fc.string({ unit: 'binary', maxLength: 10 }), entity), { maxLength: 4 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, text, text, (name, address, note) => {
      const xml = creditNoteXml({ ...soldBy({ name: `${name} Can`, address }), note })
      const read = treeOf(xml)
      expect(creditNoteFaults(xml, soldBy({}).uuid)).toEqual([])
      const words = [
        ...textsAt(read, `${SELLER}/cac:Person/cbc:FirstName`),
        ...textsAt(read, `${SELLER}/cac:Person/cbc:FamilyName`),
      ]
      expect(words.join(' ')).toBe(`${readable(name) || '-'} Can`)
      expect(textsAt(read, `${SELLER}/cac:PostalAddress/cbc:StreetName`).join('')).toBe(
        readable(address),
      )
      expect(textsAt(read, 'cbc:Note').slice(0, -1).join('')).toBe(readable(note))
    }),
  )
})

/** Character by character, by the production `Char` of XML 1.0; blanks count once. */
function readable(text: string): string {
  const characters = Array.from(text, (character) => {
    const point = character.codePointAt(0) ?? 0
    const allowed = point >= 0x20 && point !== 0xfffe && point !== 0xffff
    return allowed ? character : ' '
  })
  return characters.join('').split(/\s+/).filter(Boolean).join(' ')
}
