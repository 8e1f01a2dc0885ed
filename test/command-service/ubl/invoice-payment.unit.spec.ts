import { expect, test } from 'vitest'
import { type InvoiceDocument, invoiceXml } from '#command/ubl/invoice.ts'
import { paidBy } from './invoice-samples.ts'
import { at, type Tree, textsAt, treeOf } from './tree.ts'

const documentOf = (of: InvoiceDocument): Tree => treeOf(invoiceXml(of))

const paid = (of: InvoiceDocument) => {
  const means = at(documentOf(of), 'cac:PaymentMeans').flatMap(({ children }) => children)
  return means.map(({ text, children }) => text || children.map((child) => child.text))
}

test.each<[string, Partial<InvoiceDocument['payment']>, unknown[]]>([
  ['over a bank', { bankName: 'Ziraat' }, ['42', '2026-11-20', 'Ziraat']],
  [
    'to an account',
    { iban: 'TR330006100519786457841326' },
    ['42', '2026-11-20', ['TR330006100519786457841326', 'TRY']],
  ],
  [
    'by card',
    { type: 'pos', approvalCode: '004711' },
    ['48', '2026-11-20', 'POS onay kodu: 004711'],
  ],
  [
    'by setting off',
    { type: 'expense', expenseNumber: 'GP-7' },
    ['97', '2026-11-20', 'Gider pusulası: GP-7'],
  ],
  ['as agreed', { type: 'other' }, ['ZZZ', '2026-11-20']],
  ['by card, with nothing more to say', { type: 'pos' }, ['48', '2026-11-20']],
])('a payment %s', (_way, payment, written) => {
  expect(paid(paidBy(payment))).toEqual(written)
})

test('a payment on terms of its own says them', () => {
  const tree = documentOf(paidBy({ type: 'other', note: 'cheque of 1 December' }))
  expect(textsAt(tree, 'cac:PaymentTerms/cbc:Note')).toEqual(['cheque of 1 December'])
  expect(at(documentOf(paidBy({ note: 'not of a transfer' })), 'cac:PaymentTerms')).toEqual([])
})
