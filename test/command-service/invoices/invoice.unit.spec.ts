import { expect, test } from 'vitest'
import { invoice } from '#command/invoices/invoice.ts'
import { fold } from '#kernel/domain/aggregate.ts'
import {
  asked,
  cancelled,
  deletionLost,
  deletionRefused,
  deletionStarted,
  forDraft,
  forIssue,
  forManualDraft,
  issued,
  past,
  pastOf,
  recordDeleted,
  refused,
  requested,
  resolved,
} from './examples.ts'

const drafts = pastOf(forDraft)
const manual = pastOf(forManualDraft)
const attempt = {
  id: past.submitting[1].data.attemptId,
  startedAt: past.submitting[1].data.startedAt,
}
const before = {
  status: 'requested',
  content: forIssue,
  uuid: forIssue.uuid,
  stage: 'submitting',
  attempt: null,
  begun: [],
  officialNumber: null,
  refusal: null,
  isKept: false,
  isGivenUp: false,
  hasRecord: false,
  held: forIssue.claims,
  isCancelled: false,
}
const called = { attempt, begun: [attempt.id] }
const gaveBack = { held: { ledger: null, transaction: null } }

test('a requested invoice is being submitted', () => {
  expect(fold(invoice, [requested()])).toEqual(before)
  expect(fold(invoice, past.submitting)).toEqual({ ...before, ...called })
})

test('an issued invoice keeps its official number, also when it is cancelled', () => {
  const official = {
    ...before,
    ...called,
    stage: 'issued',
    officialNumber: issued().data.invoiceNumber,
  }

  expect(fold(invoice, past.issued)).toEqual(official)
  expect(fold(invoice, [...past.issued, cancelled])).toEqual({ ...official, isCancelled: true })
})

test('a refused invoice keeps the code and the words of the integrator', () => {
  const { errorCode, errorMessage: words } = refused().data

  expect(fold(invoice, past.refused)).toEqual({
    ...before,
    ...called,
    stage: 'ended',
    refusal: { errorCode, words },
    ...gaveBack,
  })
})

test('an answer that is not clear changes nothing', () => {
  expect(fold(invoice, [...past.unknown, asked('notFound'), asked('unclear')])).toEqual({
    ...before,
    ...called,
    stage: 'unknown',
  })
})

test('an operator’s decision that it never arrived ends it; that it was accepted does not yet', () => {
  const unknown = { ...before, ...called, stage: 'unknown' }

  expect(fold(invoice, past.neverArrived)).toEqual({
    ...unknown,
    stage: 'ended',
    isGivenUp: true,
    ...gaveBack,
  })
  expect(fold(invoice, [...past.unknown, resolved('accepted')])).toEqual(unknown)
})

test('a kept draft has a local record when it was made over the counter', () => {
  const kept = { stage: 'draft', isKept: true }

  expect(fold(invoice, drafts.draft)).toMatchObject({ ...kept, hasRecord: false })
  expect(fold(invoice, manual.draft)).toMatchObject({ ...kept, hasRecord: true })
  expect(fold(invoice, [...manual.draft, recordDeleted])).toMatchObject({
    ...kept,
    hasRecord: false,
  })
})

test('the deletion of a draft continues until it is done or refused', () => {
  expect(fold(invoice, drafts.deletingDraft)).toMatchObject({
    stage: 'deletingDraft',
    attempt: { id: deletionStarted().data.attemptId, startedAt: deletionStarted().data.startedAt },
  })
  expect(fold(invoice, [...drafts.deletingDraft, deletionLost()])).toMatchObject({
    stage: 'deletingDraft',
  })
  expect(fold(invoice, [...drafts.deletingDraft, deletionRefused])).toMatchObject({
    stage: 'draft',
  })
  expect(fold(invoice, drafts.deleted)).toMatchObject({ stage: 'ended' })
})

test('a log with events of an invoice that was never requested is rejected', () => {
  expect(() => fold(invoice, [issued()])).toThrow('InvoiceIssued on an invoice that is none')
})
