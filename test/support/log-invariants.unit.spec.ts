import { expect, test } from 'vitest'
import {
  documentLedgerEvents,
  numberBookEvents,
  transactionClaimEvents,
} from '#kernel/events/claims.ts'
import { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { voucherDrafted, voucherFinalized } from '#test/projections/samples.ts'
import { eventsOf } from './an-event.ts'
import { secondDocuments, wrongClaims, wrongNumbers } from './log-invariants.ts'
import { stored } from './stored-events.ts'

const book = eventsOf(numberBookEvents)
const ledger = eventsOf(documentLedgerEvents)
const transaction = eventsOf(transactionClaimEvents)

/** What is sealed is not read. */
const sealer = { seal: () => 'sealed' }

type Happened = readonly [stream: string, event: ReturnType<typeof numberBookEvents.encode>]

const log = (history: readonly Happened[]) =>
  history.map(([stream, { type, version, data }], at) =>
    stored(type, { stream, data, metadata: { version }, position: BigInt(at + 1) }),
  )

const taken = (number: string, documentId: string, sequence = number, given = false): Happened => [
  'numberBook-1',
  numberBookEvents.encode(
    book('NumberTaken', { serial: 'GP', number, documentId, sequence, given }),
    sealer,
  ),
]
const shows = (voucherId: string, number: string): Happened => [
  `expenseVoucher-${voucherId}`,
  expenseVoucherEvents.encode(voucherFinalized({ voucherId, serial: 'GP', number }), sealer),
]
const numbers = (...history: readonly Happened[]) => wrongNumbers(log(history))

test('numbers in order, each shown by its voucher, are right, also behind a given one', () => {
  expect(numbers(taken('1', 'a'), shows('a', '1'), taken('2', 'b'), shows('b', '2'))).toEqual([])
  expect(
    numbers(
      taken('2', 'a', '0', true),
      shows('a', '2'),
      taken('1', 'b', '2'),
      shows('b', '1'),
      taken('3', 'c'),
      shows('c', '3'),
    ),
  ).toEqual([])
})

test('a gap, a repetition, a second number, and a number that nobody or another shows are found', () => {
  expect(numbers(taken('2', 'a', '0'), shows('a', '2'))).toEqual(['number GP 2 follows 0'])
  expect(numbers(taken('1', 'a', '7'), shows('a', '1'))).toEqual(['number GP 1 leads to 7'])
  expect(
    numbers(taken('1', 'a'), shows('a', '1'), taken('1', 'b', '1', true), shows('b', '1')),
  ).toEqual(['number GP 1 is taken twice'])
  expect(numbers(taken('1', 'a'), shows('a', '2'), taken('2', 'a'))).toEqual([
    'number GP 1 is on no voucher: a shows GP 2',
    'a has two numbers',
  ])
  expect(numbers(shows('a', '1'))).toEqual(['a shows GP 1, which was taken in no book'])
})

const owner = (id: string) => ({ kind: 'expenseVoucher', id }) as const
const claimed = (id: string, amount = '5.00'): Happened => [
  'documentLedger-1',
  documentLedgerEvents.encode(
    ledger('DocumentClaimed', { owner: owner(id), day: '2026-11-20', amount }),
    sealer,
  ),
]
const givenBack = (id: string): Happened => [
  'documentLedger-1',
  documentLedgerEvents.encode(ledger('DocumentReleased', { owner: owner(id) }), sealer),
]
const used = (id: string): Happened => [
  'transactionClaim-1',
  transactionClaimEvents.encode(
    transaction('TransactionClaimed', { transactionId: 't', owner: owner(id) }),
    sealer,
  ),
]
const draft = (voucherId: string): Happened => [
  `expenseVoucher-${voucherId}`,
  expenseVoucherEvents.encode(
    voucherDrafted({
      voucherId,
      bankTransactionId: 't',
      transactionDate: '2026-11-20T09:00:00.000Z',
      amount: '5.00',
      claims: { ledger: 'documentLedger-1', transaction: 'transactionClaim-1' },
    }),
    sealer,
  ),
]
const claims = (...history: readonly Happened[]) => wrongClaims(log(history))

test('a voucher that is there has its claims, of its day and amount, and nobody else has any', () => {
  expect(claims(claimed('a'), used('a'), draft('a'))).toEqual([])
  expect(claims(claimed('a'), givenBack('a'))).toEqual([])
  expect(claims(claimed('a', '6.00'), draft('a'))).toEqual([
    'a document is there without documentLedger-1 a 2026-11-20 5.00',
    'a document is there without transactionClaim-1 a',
    'documentLedger-1 a 2026-11-20 6.00 is claimed for nothing',
  ])
})

test('a claim that is taken over, and one that is given back without being held, are found', () => {
  expect(claims(used('a'), used('b'), claimed('b'), draft('b'))).toEqual([
    'transactionClaim-1 is claimed twice',
    'transactionClaim-1 a is claimed for nothing',
  ])
  expect(claims(givenBack('a'))).toEqual(['documentLedger-1 gives back nothing of a'])
})

test('two vouchers of one bank transaction are found', () => {
  expect(secondDocuments(log([draft('a')]))).toEqual([])
  expect(secondDocuments(log([draft('a'), draft('b')]))).toEqual([
    '2 documents of the transaction t',
  ])
})
