import { expect, test } from 'vitest'
import { creditNoteFaults } from '#stack/sandbox/ubl/credit-note/credit-note-faults.ts'
import { newDraft } from './credit-note.ts'
import { integratorForThisTest } from './integrator.ts'

type Change = (xml: string) => string

const replace =
  (old: string | RegExp, text: string): Change =>
  (xml) =>
    xml.replace(old, text)
const without = (old: string | RegExp) => replace(old, '')
const inLine = (old: RegExp, text: string): Change => {
  const change = replace(old, text)
  return (xml) => xml.replace(/<cac:CreditNoteLine>[^]*/, (line) => change(line))
}

test.each<[string, Change]>([
  ['no number', without(/<cbc:ID>TASLAK<\/cbc:ID>/)],
  ['an empty number', replace('>TASLAK<', '><')],
  ['a number of its own', replace('>TASLAK<', '>ABC2026000000000<')],
  ['other prefixes', (xml) => xml.replaceAll('cbc:', 'b:').replace('xmlns:cbc', 'xmlns:b')],
  ['no place for a signature', without(/<ext:UBLExtensions>.*<\/ext:UBLExtensions>/)],
  ['a seller that is a company', sellerCompany],
  ['an amount that rounds to the cent', replace('>5312.80<', '>5312.79983793<')],
  ['pieces', pieces('14000.00')],
  ['a tax that is withheld', withTax],
])('a document with %s is kept as a draft', (_what, change) => {
  const { uuid, document } = newDraft(change)
  expect(creditNoteFaults(document, uuid)).toEqual([])
})

test.each<[string, Change, string]>([
  ['an end tag missing', without('</cac:CreditNoteLine>'), 'not well-formed'],
  ['an undeclared prefix', without(/xmlns:cac="[^"]*"/), 'not well-formed'],
  ['a document type', replace('<CreditNote', '<!DOCTYPE CreditNote><CreditNote'), 'type is not'],
  ['no text at all', () => 'gider', 'not well-formed'],
  [
    'another root',
    (xml) => xml.replaceAll('CreditNote ', 'Invoice ').replace('</CreditNote>', '</Invoice>'),
    'root',
  ],
  ['another namespace', replace('xsd:CreditNote-2', 'xsd:CreditNote-3'), 'root'],
  ['parts of another namespace', replace('BasicComponents-2', 'BasicComponents-1'), 'UBLVersionID'],
  ['another customization', replace('TR1.2.1', 'TR1.2'), 'CustomizationID must be TR1.2.1'],
  ['another profile', replace('GIDERPUSULASI', 'EARSIVFATURA'), 'ProfileID must be GIDERPUSULASI'],
  ['another type', replace('>SATIS<', '>IADE<'), 'CreditNoteTypeCode must be SATIS'],
  ['another currency', replace('>TRY<', '>USD<'), 'DocumentCurrencyCode must be TRY'],
  ['another uuid', replace(/UUID>.{8}/, 'UUID>00000000'), 'cbc:UUID'],
  ['a number that is none', replace('>TASLAK<', '>2026-17<'), 'cbc:ID'],
  ['no day of issue', without(/<cbc:IssueDate>.*<\/cbc:IssueDate>/), 'cbc:IssueDate is no day'],
  ['a day that never was', replace('2026-11-20', '2026-02-30'), 'cbc:IssueDate'],
  [
    'no company',
    without(/<cac:AccountingSupplierParty>[^]*<\/cac:AccountingSupplierParty>/),
    'AccountingSupplierParty: cac:Party is missing',
  ],
  [
    'a company without number',
    without(/<cac:PartyIdentification>.*4840847211.*<\/cac:PartyIdentification>/),
    'no identification',
  ],
  ['a company without name', replace(/Işıldayan[^<]*/, ' '), 'the company has no name'],
  ['a seller with a wrong number', replace('10000000146', '1000000014'), 'no TCKN'],
  ['an unnamed seller', replace('10000000146', '11111111111'), 'real person'],
  ['a seller without family name', replace('>Öğüt<', '><'), 'first and family name'],
  [
    'a seller without address',
    without(/<cac:PostalAddress>(?=\s*<cbc:StreetName>Gül)[^]*?<\/cac:PostalAddress>/),
    'PostalAddress is missing',
  ],
  [
    'no lines',
    without(/<cac:CreditNoteLine>[^]*<\/cac:CreditNoteLine>/),
    'LineExtensionAmount does not add up',
  ],
  ['a day before 2005', replace('>2026-11-20<', '>2004-12-31<'), 'must not be before 2005-01-01'],
  ['a day to come', replace('>2026-11-20<', '>2099-12-31<'), 'must not be after today'],
  ['another count of lines', replace('Numeric>1<', 'Numeric>2<'), 'LineCountNumeric'],
  ['a line without name', replace('>22 ayar hurda altın<', '><'), 'no name'],
  ['another unit', replace('unitCode="GRM"', 'unitCode="KGM"'), 'GRM or C62'],
  ['nothing bought', replace('>12.34<', '>0<'), 'no quantity'],
  ['a quantity that is none', replace('>12.34<', '>12,34<'), 'no quantity'],
  ['an amount in dollars', replace('TRY">5312', 'USD">5312'), 'currencyID TRY'],
  ['an amount with fractions of a kuruş', replace('65559.95', '65559.955'), 'no amount of money'],
  ['a line that is not quantity × price', replace('>12.34<', '>12.40<'), 'quantity × price'],
  ['an amount of another piece', pieces('14510.00'), 'quantity × price'],
  [
    'lines that are not the total',
    inLine(/65559\.95/, '65560.00'),
    'LineExtensionAmount does not add up',
  ],
  [
    'a payable amount that is not the total',
    replace(/(PayableAmount currencyID="TRY">)65559/, '$165558'),
    'PayableAmount does not add up',
  ],
  [
    'a tax that is not in the total',
    replace('>0.00<', '>1.00<'),
    'TaxInclusiveAmount does not add up',
  ],
  [
    'a signature',
    replace(
      '<ext:ExtensionContent/>',
      '<ext:ExtensionContent><s:Signature xmlns:s="http://www.w3.org/2000/09/xmldsig#"/></ext:ExtensionContent>',
    ),
    'signature',
  ],
])('a document with %s is refused', (_what, change, told) => {
  const { uuid, document } = newDraft(change)
  expect(creditNoteFaults(document, uuid).join('; ')).toContain(told)
})

test('a refusal lists the faults, and nothing is stored', async () => {
  const { integrator } = await integratorForThisTest()
  const draft = newDraft(without(/<cbc:CopyIndicator>[^]*<cac:AccountingSupplierParty>/))
  expect(await integrator.prepare(draft)).toEqual({
    status: 422,
    body: { code: 'DOCUMENT_INVALID', message: expect.stringContaining('not well-formed') },
  })
  const other = newDraft((xml) => xml.replace('>SATIS<', '>IADE<').replace('>TRY<', '>USD<'))
  expect(await integrator.prepare(other)).toEqual({
    status: 422,
    body: {
      code: 'DOCUMENT_INVALID',
      message: 'cbc:CreditNoteTypeCode must be SATIS; cbc:DocumentCurrencyCode must be TRY',
    },
  })
  expect(await integrator.status(draft.uuid)).toMatchObject({ status: 404 })
})

test('a refused replacement leaves the draft as it was', async () => {
  const { integrator, prepared } = await integratorForThisTest()
  const draft = newDraft()
  const uuid = await prepared(draft)
  const refused = await integrator.prepare({ ...draft, document: '<CreditNote/>' })
  expect(refused).toMatchObject({ status: 422 })
  const kept = await integrator.file(uuid, 'xml')
  expect(await kept.text()).toBe(draft.document)
})

function pieces(amount: string): Change {
  return (xml) =>
    xml
      .replace('unitCode="GRM">12.34', 'unitCode="C62">14')
      .replace('>5312.80<', '>1000.00<')
      .replaceAll('65559.95', amount)
}

function sellerCompany(xml: string): string {
  return xml
    .replace('"TCKN">10000000146', '"VKN">0843118681')
    .replace(/<cac:Person>.*<\/cac:Person>/, '')
    .replace(
      /<cac:PostalAddress>(?=\s*<cbc:StreetName>Gül)/,
      '<cac:PartyName><cbc:Name>Öz Sarraf</cbc:Name></cac:PartyName><cac:PostalAddress>',
    )
}

function withTax(xml: string): string {
  const subtotal = `<cac:TaxSubtotal><cbc:TaxAmount currencyID="TRY">10.00</cbc:TaxAmount><cac:TaxCategory>
    <cac:TaxScheme><cbc:Name>KDV</cbc:Name></cac:TaxScheme></cac:TaxCategory></cac:TaxSubtotal>`
  return xml
    .replace('>0.00</cbc:TaxAmount>', `>10.00</cbc:TaxAmount>${subtotal}`)
    .replace(/((?:TaxInclusive|Payable)Amount currencyID="TRY">)65559/g, '$165569')
}
