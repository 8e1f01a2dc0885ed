import { accessEvents } from '#kernel/events/access.ts'
import { invoiceEvents } from '#kernel/events/invoice.ts'
import { notaryEvents } from '#kernel/events/notary.ts'
import { personEvents } from '#kernel/events/person-forgotten.ts'
import { bankExamples } from './examples/bank.ts'
import { customerFormExamples } from './examples/customer-forms.ts'
import { customerExamples } from './examples/customers.ts'
import { type Example, examplesOf } from './examples/example.ts'
import { voucherExamples } from './examples/expense-vouchers.ts'
import { invoiceExamples } from './examples/invoices.ts'
import { kmtsExamples } from './examples/kmts-verifications.ts'
import { referenceDataExamples } from './examples/reference-data.ts'
import { sanctionCheckExamples } from './examples/sanction-checks.ts'

export const examples: readonly Example[] = [
  ...voucherExamples,
  ...referenceDataExamples,
  ...bankExamples,
  ...customerExamples,
  ...customerFormExamples,
  ...sanctionCheckExamples,
  ...kmtsExamples,
  ...examplesOf(invoiceEvents, ...invoiceExamples('1f0000000000000000000001')),
  ...examplesOf(notaryEvents, {
    type: 'HeadSigned',
    data: {
      count: 1_234_567,
      head: 'ab'.repeat(32),
      keyId: '0123456789abcdef',
      publicKey: 'cd'.repeat(32),
      signature: 'ef'.repeat(64),
    },
  }),
  ...examplesOf(notaryEvents, {
    type: 'KeySucceeded',
    data: {
      publicKey: 'cd'.repeat(32),
      successor: '12'.repeat(32),
      signature: 'ef'.repeat(64),
      successorSignature: '34'.repeat(64),
    },
  }),
  ...examplesOf(
    accessEvents,
    {
      type: 'RecordAccessed',
      data: { what: 'time line', noun: 'invoice', recordId: 'e'.repeat(24), question: null },
    },
    {
      type: 'RecordAccessed',
      data: { what: 'find', noun: null, recordId: null, question: 'ab'.repeat(20) },
    },
    { type: 'EvidenceExported', data: { from: '2026-11-01', to: null } },
    { type: 'EvidenceWritten', data: { manifest: 'ab'.repeat(32) } },
    { type: 'PersonExported', data: { question: 'ab'.repeat(20) } },
    { type: 'VerificationStarted', data: {} },
  ),
  ...examplesOf(
    personEvents,
    {
      type: 'PersonForgotten',
      data: {
        companyId: 'c'.repeat(24),
        personRef: 'ab'.repeat(20),
        keyIds: ['cd'.repeat(20), 'ef'.repeat(20)],
        reason: 'Asked for it in writing.',
      },
    },
    {
      type: 'RetentionEnded',
      data: {
        companyId: 'c'.repeat(24),
        personRef: 'ab'.repeat(20),
        purpose: 'fiscal',
        keyIds: ['cd'.repeat(20)],
        lastActivity: '2015-06-30',
        until: '2026-01-01',
        fiscalYears: 10,
        masakYears: 8,
        records: [{ kind: 'invoice', id: 'e'.repeat(24) }],
      },
    },
  ),
]
