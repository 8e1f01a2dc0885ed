import { expect, test } from 'vitest'
import { deleteInvoice, InvoiceContent, previewInvoice } from '#kernel/contract/invoices.ts'
import { checkBody, checkParameters } from '#kernel/contract/validation.ts'
import { rulesByField } from './rules-by-field.ts'

const manual = { source: 'manual', idNo: '11111111111', amount: 100_000, paymentType: 'other' }
const fromBank = { source: 'bankTransaction', bankTransactionId: '65a1b2c3d4e5f6a7b8c9d0e2' }

const faultsOf = (data: object) => rulesByField(checkBody(InvoiceContent, { data }))

test.each([
  ['what must be sent of a manual one', manual],
  ['what must be sent of a bank transaction’s', fromBank],
  ['the buyer of a bank transaction’s', { ...fromBank, idNo: '10000000146', nameSurname: 'Ayşe' }],
  ['a draft of a bank transaction', { ...fromBank, isDraft: true }],
  ['a transfer', { ...manual, paymentType: 'bank', bankName: 'Ziraat', iban: 'TR33' }],
  ['a card', { ...manual, paymentType: 'pos', approvalCode: '004711' }],
  ['an offset', { ...manual, paymentType: 'expense', expenseNumber: 'GP-7' }],
  ['another payment', { ...manual, paymentNote: 'cheque' }],
  ['the type by itself', { ...manual, invoiceType: 'OTOMATIK' }],
  ['a duplicate on purpose', { ...manual, allowDuplicate: true }],
])('an invoice is accepted with %s', (_what, data) => {
  expect(faultsOf(data)).toEqual({})
})

test.each<[rule: string, field: string, data: object]>([
  ['required', 'data.source', {}],
  ['required', 'data.bankTransactionId', { source: 'bankTransaction' }],
  ['required', 'data.paymentType', { source: 'manual', idNo: '1', amount: 1 }],
  ['required', 'data.idNo', { source: 'manual', amount: 1, paymentType: 'pos' }],
  ['required', 'data.amount', { source: 'manual', idNo: '1', paymentType: 'pos' }],
  ['enum', 'data.source', { ...manual, source: 'toString' }],
  ['enum', 'data.paymentType', { ...manual, paymentType: 'constructor' }],
  ['enum', 'data.invoiceType', { ...manual, invoiceType: 'IADE' }],
  ['minimum', 'data.amount', { ...manual, amount: 0 }],
  ['format', 'data.amount', { ...manual, amount: 1.001 }],
  ['format', 'data.paymentDate', { ...manual, paymentDate: 'tomorrow' }],
  ['pattern', 'data.bankTransactionId', { ...fromBank, bankTransactionId: 'x' }],
  ['mismatch', 'data.amount', { ...fromBank, amount: 5 }],
  ['mismatch', 'data.transactionDate', { ...fromBank, transactionDate: '2026-11-20' }],
  ['mismatch', 'data.invoiceType', { ...fromBank, invoiceType: 'SATIS' }],
  ['mismatch', 'data.customerInfo', { ...fromBank, customerInfo: {} }],
  ['mismatch', 'data.paymentType', { ...fromBank, paymentType: 'bank' }],
  ['mismatch', 'data.iban', { ...fromBank, iban: 'TR33' }],
  ['mismatch', 'data.allowDuplicate', { ...fromBank, allowDuplicate: true }],
  ['mismatch', 'data.bankTransactionId', { ...manual, ...fromBank, source: 'manual' }],
  ['mismatch', 'data.bankName', { ...manual, paymentType: 'pos', bankName: 'Ziraat' }],
  ['mismatch', 'data.approvalCode', { ...manual, approvalCode: '1' }],
  ['mismatch', 'data.expenseNumber', { ...manual, paymentType: 'bank', expenseNumber: '1' }],
  ['mismatch', 'data.paymentNote', { ...manual, paymentType: 'expense', paymentNote: 'x' }],
  ['unknown', 'data.currency', { ...manual, currency: 'USD' }],
  ['unknown', 'data.customerInfo.webSite', { ...manual, customerInfo: { webSite: 'x' } }],
])('an invoice is refused: %s of %s', (rule, field, data) => {
  expect(faultsOf(data)).toMatchObject({ [field]: rule })
})

test('a preview is no draft and no duplicate', () => {
  const data = { ...manual, isDraft: false, allowDuplicate: false }
  const body = previewInvoice.body
  expect(body && rulesByField(checkBody(body, { data }))).toEqual({
    'data.isDraft': 'unknown',
    'data.allowDuplicate': 'unknown',
  })
})

test('a draft is deleted by its uuid or by the id of its record', () => {
  const faults = (id: string) => rulesByField(checkParameters(deleteInvoice.params, { id }))
  expect(faults('6f9619ff-8b86-4011-b42d-00c04fc964ff')).toEqual({})
  expect(faults('65A1b2c3d4e5f6a7b8c9d0e2')).toEqual({})
  for (const id of ['7', '6f9619ff8b864011b42d00c04fc964ff', '65a1b2c3d4e5f6a7b8c9d0e2-']) {
    expect(faults(id)).toEqual({ id: 'pattern' })
  }
})
