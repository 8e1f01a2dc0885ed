import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  claimDocument,
  documentLedger,
  type LedgerDecision,
  releaseDocument,
  type WantedClaim,
} from '#command/claims/document-ledger.ts'
import {
  claimTransaction,
  releaseTransaction,
  transactionClaim,
} from '#command/claims/transaction-claim.ts'
import type { Aggregate, Decision } from '#kernel/domain/aggregate.ts'
import { dayIn } from '#kernel/domain/calendar-day.ts'
import { documentUuidOf } from '#kernel/domain/document-uuid.ts'
import type { DocumentLedgerEvent, TransactionClaimEvent } from '#kernel/events/claims.ts'
import { cover } from '#test/support/cover.ts'
import { rejectionOf, specificationOf } from '#test/support/decider-spec.ts'

const ours = { kind: 'expenseVoucher', id: 'b0b000000000000000000001' } as const
const other = { kind: 'expenseVoucher', id: 'b0b000000000000000000002' } as const
const invoice = { kind: 'invoice', id: 'b0b000000000000000000003' } as const

describe('the documents of one person and year', () => {
  const given = specificationOf(documentLedger)
  const day = '2026-11-20'
  const amount = '65559.95'
  const claim = (wanted: Partial<WantedClaim> = {}) =>
    claimDocument({ owner: ours, day, amount, allowDuplicate: false, ...wanted })
  const release = releaseDocument(ours)
  const claimed = (made: { owner?: typeof other; day?: string; amount?: string } = {}) =>
    ({ type: 'DocumentClaimed', data: { owner: ours, day, amount, ...made } }) as const
  const released: DocumentLedgerEvent = { type: 'DocumentReleased', data: { owner: ours } }
  const duplicate = { field: 'data.idNo', rule: 'duplicate', existingId: other.id }

  test('the first document of a day and amount is claimed', () =>
    given().when(claim()).records(claimed()))
  test('a second one of the same day and amount is refused, and the first is named', () =>
    given(claimed({ owner: other }))
      .when(claim())
      .rejects('CONFLICT', duplicate))
  test('a second one is claimed if the caller insists', () =>
    given(claimed({ owner: other }))
      .when(claim({ allowDuplicate: true }))
      .records(claimed()))
  test('another amount, even by a kuruş, is another document', () =>
    given(claimed({ owner: other, amount: '65559.94' }))
      .when(claim())
      .records(claimed()))
  test('another day is another document', () =>
    given(claimed({ owner: other, day: '2026-11-19' }))
      .when(claim())
      .records(claimed()))
  test('a document with allowDuplicate still blocks one without it', () =>
    given(claimed(), claimed({ owner: other }), released)
      .when(claim())
      .rejects('CONFLICT', duplicate))
  test('a released day and amount can be claimed by another document', () =>
    given(claimed(), released)
      .when(claim({ owner: other }))
      .records(claimed({ owner: other })))
  test('a released day and amount can be claimed again by the same document', () =>
    given(claimed(), released).when(claim()).records(claimed()))
  test('a claim is made once', () => given(claimed()).when(claim()).recordsNothing())
  test('a claim is released', () => given(claimed()).when(release).records(released))
  test('nothing is released that is not claimed, or is claimed by another document', () => {
    given().when(release).recordsNothing()
    given(claimed(), released).when(release).recordsNothing()
    given(claimed({ owner: other }))
      .when(release)
      .recordsNothing()
  })

  test('a claim by an earlier try for another day or amount moves to the present one', () => {
    given(claimed({ day: '2026-11-19' }))
      .when(claim())
      .records(claimed())
    given(claimed({ amount: '1.00' }))
      .when(claim())
      .records(claimed())
    given(claimed({ day: '2026-11-19' }), claimed({ owner: other }))
      .when(claim())
      .rejects('CONFLICT', duplicate)
  })

  test('after any commands, only allowDuplicate leads to two documents of a day and amount', () => {
    const owners = fc.constantFrom(ours, other, invoice)
    const claims = fc.record({
      owner: owners,
      day: fc.constantFrom('2026-11-19', '2026-11-20'),
      amount: fc.constantFrom('1.00', '2.00'),
      allowDuplicate: fc.constant(false),
    })
    const decisions: fc.Arbitrary<LedgerDecision> = fc.oneof(
      claims.map(claimDocument),
      owners.map(releaseDocument),
    )
    expectOnceOnly(documentLedger, decisions, (ledger) => {
      const kept = [...ledger.claimed.values()].map((one) => `${one.day} ${one.amount}`)
      expect(new Set(kept).size).toBe(kept.length)
    })
  })

  test.each([
    ['a year', 365],
    ['one day', 1],
  ])(
    '20 000 documents of %s are read in a moment',
    (_span, days) => {
      const events = Array.from({ length: 20_000 }, (_, number) => ({
        type: 'DocumentClaimed' as const,
        data: {
          owner: { kind: 'expenseVoucher' as const, id: `voucher-${number}` },
          day: dayIn('UTC', Date.UTC(2026, 0, 1 + (number % days))),
          amount: `${number}.00`,
        },
      }))
      const ledger = events.reduce(documentLedger.evolve, documentLedger.initial)
      // If each event copied what came before it, this would take about a minute.
      expect(ledger.claimed.size).toBe(20_000)
    },
    20_000,
  )
})

describe('a bank transaction', () => {
  const given = specificationOf(transactionClaim)
  const transactionId = '7a0000000000000000000001'
  const claim = (owner: typeof ours | typeof other | typeof invoice = ours) =>
    claimTransaction({ transactionId, owner })
  const release = (owner: typeof ours | typeof other = ours) =>
    releaseTransaction({ transactionId, owner })
  const claimed = (owner: typeof ours | typeof other | typeof invoice = ours) =>
    ({ type: 'TransactionClaimed', data: { transactionId, owner } }) as const
  const released: TransactionClaimEvent = {
    type: 'TransactionReleased',
    data: { transactionId, owner: ours },
  }

  test('is claimed by one document', () => given().when(claim()).records(claimed()))
  test('is claimed once by the same document', () =>
    given(claimed()).when(claim()).recordsNothing())
  test.each([other, invoice])('has no second document, and names the first', (owner) =>
    given(claimed(owner))
      .when(claim())
      .rejects('CONFLICT', {
        field: 'data.bankTransactionId',
        rule: 'duplicate',
        existingId: owner.id,
        uuid: owner === invoice ? documentUuidOf(owner.id) : null,
        invoiceNumber: null,
      }),
  )
  test('is released by the document that has it', () =>
    given(claimed()).when(release()).records(released))
  test('is not released by another document, or twice', () => {
    given(claimed(other)).when(release()).recordsNothing()
    given(claimed(), released).when(release()).recordsNothing()
    given().when(release()).recordsNothing()
  })
  test('can be claimed again after its release', () =>
    given(claimed(), released).when(claim(other)).records(claimed(other)))
  test('records nothing for a repeated command', () =>
    expectOnceOnly(
      transactionClaim,
      fc.constantFrom(claim(ours), claim(other), release(ours), release(other)),
      () => undefined,
    ))
})

/** After any decisions, what was just asked and is asked again records nothing. */
function expectOnceOnly<Event, State>(
  { initial, evolve }: Aggregate<Event, State>,
  decisions: fc.Arbitrary<Decision<State, Event>>,
  expectState: (state: State) => void,
) {
  const cases = cover('recorded', 'refused')
  cases.assert(
    fc.property(fc.array(decisions, { maxLength: 12 }), (asked) => {
      let state = initial
      for (const decide of asked) {
        const before = state
        const refused = rejectionOf(() => {
          state = decide(state).reduce(evolve, state)
        })
        cases.count('recorded', state !== before)
        cases.count('refused', refused !== undefined)
        expectState(state)
        expect(refused === undefined ? decide(state) : []).toEqual([])
      }
    }),
    { atLeast: 3 },
  )
}
