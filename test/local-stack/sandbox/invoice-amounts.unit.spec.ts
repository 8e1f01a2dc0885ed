import { expect, test } from 'vitest'
import { invoiceFaults } from '#stack/sandbox/ubl/invoice/invoice-faults.ts'
import {
  both,
  type Change,
  code,
  everywhere,
  replace,
  taxedSubtotal,
  type,
  without,
} from './invoice-changes.ts'
import { newInvoice } from './invoice-document.ts'

test.each<[string, Change, string, string]>([
  ['another unit', replace('unitCode="GRM"', 'unitCode="KGM"'), 'AMOUNT_INVALID', 'GRM or C62'],
  ['nothing sold', replace('>18.02<', '>0<'), 'AMOUNT_INVALID', 'no quantity'],
  ['an amount in dollars', replace('TRY">5404', 'USD">5404'), 'AMOUNT_INVALID', 'currencyID TRY'],
  [
    'an amount with fractions of a kuruş',
    replace('99564.55', '99564.555'),
    'AMOUNT_INVALID',
    'no amount of money',
  ],
  [
    'no code on what is free',
    without(/<cbc:TaxExemptionReasonCode>805<\/cbc:TaxExemptionReasonCode>/),
    'TAX_INVALID',
    'TaxExemptionReasonCode is missing',
  ],
  [
    'no reason with a code',
    without(/<cbc:TaxExemptionReason>[^<]*<\/cbc:TaxExemptionReason>/),
    'TAX_INVALID',
    'TaxExemptionReason is missing',
  ],
  ['the code of another type', code('230'), 'TAX_INVALID', '230 is none of OZELMATRAH'],
  ['a code on what is taxed', both(type('SATIS'), code('351')), 'TAX_INVALID', 'a taxed base'],
  ['another tax', everywhere('>0015<', '>0071<'), 'TAX_INVALID', 'cbc:TaxTypeCode must be 0015'],
  ['a rate that is none', everywhere('>20<', '>yüzde 20<'), 'TAX_INVALID', 'no rate'],
  ['a rate that is not the tax’s', everywhere('>20<', '>18<'), 'TAX_INVALID', 'not cbc:Percent of'],
  [
    'a total tax that is not its parts',
    replace('>435.45<', '>436.00<'),
    'TAX_INVALID',
    'not the sum of its subtotals',
  ],
  [
    'lines that are taxed on something else',
    (xml) => xml.replace(taxedSubtotal, (taxed) => taxed.replace('2177.26', '2177.25')),
    'TAX_INVALID',
    'not the sum of the lines',
  ],
  [
    'an exempt type with tax alone',
    both(type('ISTISNA'), everywhere('>0.00<', '>0.01<')),
    'TAX_INVALID',
    'needs a base without KDV',
  ],
  [
    'lines that are not the total',
    replace('>99564.55<', '>99564.56<'),
    'TOTAL_INVALID',
    'LineExtensionAmount does not add up',
  ],
  [
    'a payable amount that is not the total',
    replace(/(PayableAmount currencyID="TRY">)100000/, '$1100001'),
    'TOTAL_INVALID',
    'PayableAmount does not add up',
  ],
])('an invoice with %s is refused', (_what, change, kind, told) => {
  const { uuid, document } = newInvoice(change)
  const faults = invoiceFaults(document, uuid)
  const messages = faults.filter((fault) => fault.code === kind).map(({ message }) => message)
  expect(messages.join('; ')).toContain(told)
})
