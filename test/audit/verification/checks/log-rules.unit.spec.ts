import { describe, expect, test } from 'vitest'
import type { BrokenRule, Check } from '#audit/verification/checks/check.ts'
import { claimsCheck } from '#audit/verification/checks/claims.ts'
import { numbersCheck } from '#audit/verification/checks/numbers.ts'
import { submissionsCheck } from '#audit/verification/checks/submissions.ts'
import type { NumberBookEvent, TransactionClaimEvent } from '#kernel/events/claims.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import type { InvoiceEvent } from '#kernel/events/invoice.ts'
import { logPosition } from '#kernel/platform/event-store/log-position.ts'
import {
  draftDeleted,
  voucherAbandoned,
  voucherDrafted,
  voucherFinalized,
} from '#test/projections/samples.ts'
import { electronicVoucherEvents } from '#test/support/electronic-voucher-events.ts'
import { invoiceHappenings } from '#test/support/invoice-events.ts'

type Seen =
  | { readonly voucher: ExpenseVoucherEvent }
  | { readonly invoice: InvoiceEvent }
  | { readonly numberBook: NumberBookEvent; readonly stream: string }
  | { readonly transactionClaim: TransactionClaimEvent }

/** What a check finds wrong in a history. */
function problems(check: Check, history: readonly Seen[]): readonly string[] {
  const faults: BrokenRule[] = []
  for (const [at, seen] of history.entries()) {
    const stream = 'stream' in seen ? seen.stream : 'numberBook-1'
    const place = { companyId: 'c', stream, position: logPosition(BigInt(at)) }
    if ('voucher' in seen) faults.push(...[check.voucher?.(seen.voucher, place) ?? []].flat())
    if ('invoice' in seen) faults.push(...[check.invoice?.(seen.invoice, place) ?? []].flat())
    if ('numberBook' in seen) {
      faults.push(...[check.numberBook?.(seen.numberBook, place) ?? []].flat())
    }
    if ('transactionClaim' in seen) {
      faults.push(...[check.transactionClaim?.(seen.transactionClaim, place) ?? []].flat())
    }
  }
  return faults.map(({ position, problem }) => `${position.toString()}: ${problem}`)
}

const voucher = (event: ExpenseVoucherEvent): Seen => ({ voucher: event })
const invoice = (event: InvoiceEvent): Seen => ({ invoice: event })

const taken = (number: string, documentId: string, given = false): Seen =>
  takenIn('GP', number, documentId, given)

const takenIn = (serial: string, number: string, documentId: string, given = false): Seen => ({
  stream: serial === 'GP' ? 'numberBook-1' : `numberBook-of-${serial}`,
  numberBook: {
    type: 'NumberTaken',
    data: { serial, number, documentId, given, sequence: '0', ahead: 0 },
  },
})

const finalized = (voucherId: string, number: string) =>
  voucher(voucherFinalized({ voucherId, number }))

describe('numbers', () => {
  const found = (...history: readonly Seen[]) => problems(numbersCheck(), history)

  test('one after the other, each borne by its voucher, are in order', () => {
    expect(
      found(
        taken('1', 'a'),
        finalized('a', '1'),
        taken('3', 'b', true),
        taken('2', 'c'),
        finalized('c', '2'),
        finalized('b', '3'),
        taken('4', 'd'),
      ),
    ).toEqual([])
  })

  test('the sequence goes on behind what another system gave, and an interrupted import is repeated', () => {
    const entered = (number: string, documentId: string): Seen => {
      const data = { serial: 'GP', number, documentId, given: true, sequence: '900', ahead: 0 }
      return { numberBook: { type: 'NumberImported', data }, stream: 'numberBook-1' }
    }
    const again = '6: number 850 of serial GP is taken again, for g'

    expect(
      found(
        taken('1', 'a'),
        entered('900', 'b'),
        entered('850', 'c'),
        {
          voucher: {
            type: 'VoucherAbandoned',
            data: { voucherId: 'c', reason: 'neverCreated', claims: null },
          },
        },
        taken('901', 'd'),
        finalized('d', '901'),
        entered('850', 'g'),
      ),
    ).toEqual([again])
  })

  test('numbers that another spelling’s book holds are passed over', () => {
    expect(
      found(
        takenIn('gp', '1', 'a'),
        taken('1', 'b'),
        takenIn('gp', '2', 'c'),
        takenIn('gp', '5', 'd', true),
        taken('4', 'e', true),
        taken('3', 'f'),
        taken('6', 'g'),
        taken('7', 'h'),
      ),
    ).toEqual([])
  })

  test.each<[string, readonly Seen[]]>([
    ['number 2 of serial GP leaves a gap behind 0', [taken('2', 'a')]],
    [
      'number 4 of serial GP leaves a gap behind 2',
      [takenIn('gp', '1', 'a'), takenIn('gp', '2', 'b'), taken('4', 'c')],
    ],
    [
      'number 2 of serial GP leaves a gap behind 0',
      [takenIn('GB', '1', 'a'), takenIn('GB', '2', 'b'), taken('2', 'c')],
    ],
    [
      'number 2 of serial GP is taken again, for c',
      [takenIn('gp', '1', 'a'), taken('2', 'b'), taken('2', 'c')],
    ],
    ['number 1 of serial GP is taken again, for b', [taken('1', 'a'), taken('1', 'b')]],
    ['number 9 of serial GP is taken again, for b', [taken('9', 'a', true), taken('9', 'b', true)]],
    ['a takes a second number, 2', [taken('1', 'a'), taken('2', 'a')]],
    ['number 1 of serial GP was taken in no book', [finalized('a', '1')]],
    ['number 2 of serial GP is not 1 of GP, which it took', [taken('1', 'a'), finalized('a', '2')]],
    ['number 1 of serial GP is lost with it', [taken('1', 'a'), voucher(draftDeleted('a'))]],
    ['number 1 of serial GP is lost with it', [taken('1', 'a'), voucher(voucherAbandoned('a'))]],
  ])('%s', (problem, history) => {
    expect(found(...history)).toEqual([`${history.length - 1}: ${problem}`])
  })
})

describe('claims', () => {
  const found = (...history: readonly Seen[]) => problems(claimsCheck(), history)
  const drafted = (voucherId: string) =>
    voucher(voucherDrafted({ voucherId, bankTransactionId: 't' }))
  const i = invoiceHappenings('i')
  const claim = (type: TransactionClaimEvent['type'], id: string): Seen => ({
    transactionClaim: {
      type,
      data: { transactionId: 't', owner: { kind: 'expenseVoucher', id } },
    },
  })

  test('a transaction is used again once its document has been given up', () => {
    expect(
      found(
        claim('TransactionClaimed', 'a'),
        drafted('a'),
        voucher(draftDeleted('a')),
        claim('TransactionReleased', 'a'),
        claim('TransactionClaimed', 'i'),
        invoice(i('InvoiceRequested', { bankTransactionId: 't' })),
        invoice(i('SubmissionRefused')),
        drafted('b'),
      ),
    ).toEqual([])
  })

  test('a transaction is used again once its document has been cancelled, and for one document', () => {
    const j = invoiceHappenings('j')
    const b = electronicVoucherEvents('b')
    expect(
      found(
        invoice(i('InvoiceRequested', { bankTransactionId: 't' })),
        invoice(i('InvoiceIssued')),
        invoice(i('InvoiceCancelled')),
        drafted('b'),
        voucher(b('VoucherCancelled')),
        invoice(j('InvoiceRequested', { bankTransactionId: 't' })),
        invoice(i('InvoiceCancelled')),
        voucher(b('VoucherCancelled')),
        drafted('c'),
      ),
    ).toEqual(['8: bank transaction t is used for j already'])
  })

  test('two documents on one transaction are found', () => {
    expect(found(drafted('a'), drafted('b'))).toEqual([
      '1: bank transaction t is used for a already',
    ])
    expect(
      found(
        invoice(i('InvoiceRequested', { bankTransactionId: 't' })),
        invoice(i('InvoiceIssued')),
        drafted('b'),
      ),
    ).toEqual(['2: bank transaction t is used for i already'])
  })

  test('so is a claim that does not wait for its release', () => {
    expect(found(claim('TransactionClaimed', 'a'), claim('TransactionClaimed', 'b'))).toEqual([
      '1: t is claimed for b while a has it',
    ])
  })
})

describe('submissions', () => {
  const found = (...history: readonly Seen[]) => problems(submissionsCheck(), history)
  const drafted = voucher(voucherDrafted({ voucherId: 'v', documentMode: 'electronic' }))
  const v = electronicVoucherEvents('v')
  const w = electronicVoucherEvents('w', 'another')
  const i = invoiceHappenings('i')
  const sent = voucher(v('SubmissionStarted'))

  test('an acceptance of what was sent is in order, also after a refusal or a person’s word', () => {
    expect(
      found(
        drafted,
        sent,
        voucher(v('CodeRefused')),
        sent,
        voucher(v('SubmissionUnknown')),
        voucher(v('OutcomeResolved', { resolvedAs: 'neverArrived' })),
        sent,
        voucher(v('ProviderAccepted')),
        finalized('v', '1'),
        voucher(v('LateAnswerReceived')),
        invoice(i('SubmissionStarted')),
        invoice(i('SubmissionUnknown')),
        invoice(i('InvoiceIssued')),
      ),
    ).toEqual([])
  })

  const again = 'is submitted again although'
  const number = 'GPE2026000000042'
  test.each<[string, readonly Seen[]]>([
    [`v ${again} an earlier answer is open`, [sent, voucher(v('SubmissionUnknown')), sent]],
    [`v ${again} it was accepted`, [sent, voucher(v('ProviderAccepted')), sent]],
    [
      'v is accepted a second time',
      [sent, voucher(v('ProviderAccepted')), voucher(v('ProviderAccepted'))],
    ],
    ['v is complete although the provider has not accepted it', [drafted, finalized('v', '1')]],
    [
      'v is deleted although the provider has accepted it',
      [sent, voucher(v('ProviderAccepted')), voucher(draftDeleted('v'))],
    ],
    [
      'v was accepted by the provider, but does not count as accepted',
      [sent, voucher(v('SubmissionRefused')), voucher(v('LateAnswerReceived'))],
    ],
    [
      'w is accepted as another, which was not submitted',
      [sent, voucher(w('ProviderAccepted', { officialNumber: null }))],
    ],
    [
      `w has the official number ${number}, which is v’s`,
      [
        sent,
        voucher(v('ProviderAccepted')),
        voucher(w('SubmissionStarted')),
        voucher(w('ProviderAccepted')),
      ],
    ],
    [
      `i ${again} an earlier answer is open`,
      [invoice(i('SubmissionStarted')), invoice(i('SubmissionStarted'))],
    ],
    [
      'i is refused although the provider has accepted it',
      [
        invoice(i('SubmissionStarted')),
        invoice(i('InvoiceIssued')),
        invoice(i('SubmissionRefused', { attemptId: null })),
      ],
    ],
  ])('%s', (problem, history) => {
    expect(found(...history)).toEqual([`${history.length - 1}: ${problem}`])
  })
})
