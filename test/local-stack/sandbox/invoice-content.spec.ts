import { expect, test } from 'vitest'
import { invoiceFaults } from '#stack/sandbox/ubl/invoice/invoice-faults.ts'
import {
  both,
  type Change,
  code,
  everywhere,
  replace,
  type,
  uncoded,
  without,
} from './invoice-changes.ts'
import { newInvoice } from './invoice-document.ts'
import { invoicesForThisTest } from './invoice-integrator.ts'

const buyerCompany = both(
  replace('"TCKN">10000000146', '"VKN">0843118681'),
  without(/<cac:Person>.*<\/cac:Person>/),
  replace(
    /<cac:PostalAddress>(?=<cbc:CitySubdivisionName\/>)/,
    '<cac:PartyName><cbc:Name>Öz Sarraf</cbc:Name></cac:PartyName><cac:PostalAddress>',
  ),
)

test.each<[string, Change]>([
  ['no number', without(/<cbc:ID>TASLAK<\/cbc:ID>/)],
  ['the number of a form to be filled', replace('>TASLAK<', '>ABC2026000000000<')],
  ['other prefixes', both(everywhere('cbc:', 'b:'), replace('xmlns:cbc', 'xmlns:b'))],
  ['a buyer that is a company', buyerCompany],
  ['an electronic buyer', both(buyerCompany, replace('>EARSIVFATURA<', '>TEMELFATURA<'))],
  ['the end consumer as buyer', replace('10000000146', '11111111111')],
  ['an exempt part', both(type('ISTISNA'), code('230'), uncoded)],
  ['a sale with a part at no rate', both(type('SATIS'), code('351'), uncoded)],
  ['a code of silver', code('808')],
  ['no means of payment', without(/<cac:PaymentMeans>.*<\/cac:PaymentMeans>/)],
])('an invoice with %s is taken', (_what, change) => {
  const { uuid, document } = newInvoice(change)
  expect(invoiceFaults(document, uuid)).toEqual([])
})

test.each<[string, Change, string, string]>([
  ['an end tag missing', without('</cac:InvoiceLine>'), 'XML_INVALID', 'not well-formed'],
  ['an undeclared prefix', without(/xmlns:cac="[^"]*"/), 'XML_INVALID', 'not well-formed'],
  ['a document type', replace('<Invoice', '<!DOCTYPE Invoice><Invoice'), 'XML_INVALID', 'type'],
  ['no text at all', () => 'fatura', 'XML_INVALID', 'not well-formed'],
  [
    'another root',
    both(everywhere('Invoice ', 'CreditNote '), replace('</Invoice>', '</CreditNote>')),
    'STRUCTURE_INVALID',
    'root',
  ],
  [
    'the namespace of another document',
    replace('xsd:Invoice-2', 'xsd:CreditNote-2'),
    'STRUCTURE_INVALID',
    'root',
  ],
  [
    'parts of another namespace',
    replace('BasicComponents-2', 'BasicComponents-1'),
    'HEADER_INVALID',
    'UBLVersionID',
  ],
  [
    'no lines',
    without(/<cac:InvoiceLine>[^]*<\/cac:InvoiceLine>/),
    'TOTAL_INVALID',
    'LineExtensionAmount does not add up',
  ],
  [
    'no company',
    without(/<cac:AccountingSupplierParty>[^]*<\/cac:AccountingSupplierParty>/),
    'PARTY_INVALID',
    'AccountingSupplierParty: cac:Party is missing',
  ],
  [
    'another customization',
    replace('TR1.2.1', 'TR1.2'),
    'HEADER_INVALID',
    'CustomizationID must be TR1.2.1',
  ],
  [
    'another profile',
    replace('EARSIVFATURA', 'IHRACAT'),
    'HEADER_INVALID',
    'EARSIVFATURA or TEMELFATURA',
  ],
  ['another type', type('IADE'), 'HEADER_INVALID', 'ISTISNA or OZELMATRAH or SATIS'],
  [
    'another currency',
    replace('Code>TRY<', 'Code>USD<'),
    'HEADER_INVALID',
    'DocumentCurrencyCode must be TRY',
  ],
  ['another uuid', replace(/UUID>.{8}/, 'UUID>00000000'), 'HEADER_INVALID', 'cbc:UUID'],
  ['a number that is none', replace('>TASLAK<', '>2026-17<'), 'HEADER_INVALID', 'cbc:ID'],
  ['a day that never was', replace('2026-11-20', '2026-02-30'), 'HEADER_INVALID', 'cbc:IssueDate'],
  [
    'a signature',
    replace(
      '<ext:ExtensionContent/>',
      '<ext:ExtensionContent><s:Signature xmlns:s="http://www.w3.org/2000/09/xmldsig#"/></ext:ExtensionContent>',
    ),
    'HEADER_INVALID',
    'signature',
  ],
  [
    'a company without name',
    replace(/Işıldayan[^<]*/, ' '),
    'PARTY_INVALID',
    'the company has no name',
  ],
  ['a wrong number of the buyer', replace('10000000146', '1000000014'), 'PARTY_INVALID', 'no TCKN'],
  ['a buyer without family name', replace('>Öğüt<', '><'), 'PARTY_INVALID', 'both names'],
  [
    'the end consumer as electronic buyer',
    both(replace('10000000146', '11111111111'), replace('>EARSIVFATURA<', '>TEMELFATURA<')),
    'PARTY_INVALID',
    'end consumer',
  ],
  [
    'another count of lines',
    replace('Numeric>2<', 'Numeric>3<'),
    'LINE_INVALID',
    'LineCountNumeric',
  ],
  ['a line without name', replace('>İşçilik<', '><'), 'LINE_INVALID', 'no name'],
  [
    'a line that is not quantity × price',
    replace('>18.02<', '>18.12<'),
    'LINE_INVALID',
    'InvoiceLine 1: quantity × price',
  ],
])('an invoice with %s is refused', (_what, change, kind, told) => {
  const { uuid, document } = newInvoice(change)
  const faults = invoiceFaults(document, uuid)
  const messages = faults.filter((fault) => fault.code === kind).map(({ message }) => message)
  expect(messages.join('; ')).toContain(told)
})

test('a refusal lists every fault, and the invoice is refused permanently', async () => {
  const { integrator } = await invoicesForThisTest()
  const invoice = newInvoice(
    both(replace('TR1.2.1', 'TR1.2'), replace('>Öğüt<', '><'), replace('Numeric>2<', 'Numeric>9<')),
  )
  const refusal = await integrator.submit(invoice)
  expect(refusal).toEqual({
    status: 422,
    body: {
      code: 'DOCUMENT_INVALID',
      message: expect.stringMatching(/^cbc:CustomizationID must be TR1\.2\.1; .*; cbc:LineCount/),
      errors: [
        { code: 'HEADER_INVALID', message: 'cbc:CustomizationID must be TR1.2.1' },
        { code: 'PARTY_INVALID', message: expect.stringContaining('both names') },
        { code: 'LINE_INVALID', message: 'cbc:LineCountNumeric is not the number of lines' },
      ],
    },
  })
  expect(await integrator.status(invoice.uuid)).toMatchObject({
    body: { state: 'rejected', number: null, detail: expect.stringContaining('CustomizationID') },
  })
  expect(await integrator.submit({ ...newInvoice(), uuid: invoice.uuid })).toEqual(refusal)
})

test('of very many faults only the number is reported', async () => {
  const { integrator } = await invoicesForThisTest()
  const notes = '<cbc:NotaAmount/>'.repeat(300)
  const { body } = await integrator.submit(newInvoice(replace('<cbc:Note>', `${notes}<cbc:Note>`)))
  expect(body).toMatchObject({ message: expect.stringMatching(/; and 295 more$/) })
  expect(body).toHaveProperty('errors.length', 100)
})

test('an invalid draft is not stored, and an earlier one is unchanged', async () => {
  const { integrator, state } = await invoicesForThisTest()
  const wrong = newInvoice(replace('TR1.2.1', 'TR1.2'))
  expect(await integrator.keep(wrong)).toMatchObject({
    status: 422,
    body: { code: 'DOCUMENT_INVALID', errors: [{ code: 'HEADER_INVALID' }] },
  })
  expect(await integrator.status(wrong.uuid)).toMatchObject({ status: 404 })
  const draft = newInvoice()
  await integrator.keep(draft)
  expect(await integrator.keep({ ...wrong, uuid: draft.uuid })).toMatchObject({ status: 422 })
  expect(state.invoices.find(draft.uuid)?.xml).toBe(draft.document)
})
