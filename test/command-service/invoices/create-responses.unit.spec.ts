import { Check } from 'typebox/value'
import { expect, test } from 'vitest'
import { createdInvoice } from '#command/invoices/create.ts'
import { draftInvoice, type InvoiceDraft } from '#command/invoices/invoice-draft.ts'
import { previewedInvoice } from '#command/invoices/preview.ts'
import { refusalOf } from '#command/invoices/submit.ts'
import { CreatedInvoice, PreviewedInvoice } from '#kernel/contract/invoice-answers.ts'
import { bankRequest, facts, fromBank, manualRequest, TRANSACTION } from './draft-samples.ts'

const drafted = (...[request, known]: Parameters<typeof draftInvoice>): InvoiceDraft => {
  const { draft } = draftInvoice(request, known)
  if (draft === undefined) throw new Error('The sample is refused.')
  return draft
}

const manual = drafted(manualRequest({ customerInfo: { states: 'İstanbul' } }), facts())
const fromTransaction = drafted(bankRequest(), fromBank())

const made = {
  id: 'b0b000000000000000000001',
  isDraft: false,
  uuid: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
  invoiceNumber: 'SRF2026000000001',
  channel: 'earchive',
} as const

test('a preview shows the content of the invoice', () => {
  const answer = previewedInvoice(manual, 'earchive')
  expect(Check(PreviewedInvoice, answer)).toBe(true)
  expect(answer).toEqual({
    source: 'manual',
    sourceId: null,
    amount: 100_000,
    exchanges: 5900,
    invoiceType: 'OZELMATRAH',
    channel: 'earchive',
    template: {
      key: 'bilezik-22',
      title: '22 ayar bilezik',
      lineName: '22 Ayar Bilezik',
      material: 'gold',
    },
    customer: { taxNumber: '10000000146', name: null, city: 'İstanbul' },
    totals: { linesTotal: 99_564.55, kdvTotal: 435.45, allowanceTotal: 0, payableTotal: 100_000 },
    lines: [
      {
        name: '22 Ayar Bilezik',
        quantity: 18.02,
        unitType: 'GRM',
        lineTotal: 97_387.29,
        isDefault: true,
      },
      { name: 'İşçilik', quantity: 18.02, unitType: 'GRM', lineTotal: 2177.26, isDefault: false },
    ],
  })
})

test('an issued invoice is named by its id, its source by the transaction’s or its own', () => {
  const answer = createdInvoice(manual, made)
  expect(Check(CreatedInvoice, answer)).toBe(true)
  expect(answer).toMatchObject({
    source: 'manual',
    sourceId: made.id,
    isDraft: false,
    invoiceId: made.id,
    uuid: made.uuid,
    invoiceNumber: 'SRF2026000000001',
    channel: 'earchive',
    integrator: 'sandbox',
    totals: { payableTotal: 100_000 },
  })
  expect(createdInvoice(fromTransaction, made)).toMatchObject({
    sourceId: TRANSACTION,
    invoiceId: made.id,
  })
})

test('a draft has no invoice and no totals yet', () => {
  const draft = { ...made, isDraft: true, invoiceNumber: null }
  const answer = createdInvoice(manual, draft)
  expect(Check(CreatedInvoice, answer)).toBe(true)
  expect(answer).toMatchObject({ sourceId: made.id, invoiceId: null, totals: null })
})

test('what the integrator refuses has the rule `refused` for each fault, and its words in the message', () => {
  const faults = ['Yasak.', 'Unvan eksik.'].map((errorMessage, index) => ({
    errorCode: `RULE_${index}`,
    errorMessage,
  }))
  const failed = {
    kind: 'refused',
    errorCode: 'RULE',
    errorMessage: 'Yasak.',
    errors: faults,
  } as const
  const { message, details } = refusalOf(failed, {
    attemptId: made.uuid,
    content: { invoiceId: made.id, uuid: made.uuid },
  })
  expect(message).toBe('The integrator has refused it: Yasak. · Unvan eksik.')
  expect(details).toMatchObject([
    { field: 'integrator', rule: 'refused', errorCode: 'RULE_0', existingId: made.id },
    { field: 'integrator', rule: 'refused', errorCode: 'RULE_1', existingId: made.id },
  ])
})
