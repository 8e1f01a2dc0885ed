import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BookedFacts, contradictions } from '#command/bank-queries/contradictions.ts'
import { memberOf } from '#command/providers/bank-gateway/port.ts'

const ZONE = 'Europe/Istanbul'

const booked: BookedFacts = {
  incoming: true,
  transactionDate: '2026-11-20T20:59:59.999Z',
  amount: '15100',
  currency: 'TRY',
}

/** The same facts, as another way writes them. */
const spellings = fc.record<BookedFacts>({
  incoming: fc.constant(true),
  transactionDate: fc.constantFrom(
    '2026-11-20T20:59:59.999Z',
    '2026-11-19T21:00:00.000Z',
    '2026-11-20T00:00:00+03:00',
  ),
  amount: fc.constantFrom('15100', '15100.0', '15100.00', '015100'),
  currency: fc.constant('TRY'),
})

test('a fact in another spelling, or at another hour of the day, contradicts nothing', () => {
  fc.assert(
    fc.property(spellings, spellings, (one, other) => {
      expect(contradictions([one], other, ZONE)).toEqual([])
    }),
  )
})

test.each<[string, Partial<BookedFacts>, readonly string[]]>([
  ['another amount', { amount: '15100.01' }, [memberOf.amount]],
  ['another currency', { currency: 'USD' }, [memberOf.currency]],
  ['another direction', { incoming: false }, [memberOf.incoming]],
  [
    'the first moment of the next day',
    { transactionDate: '2026-11-20T21:00:00.000Z' },
    [memberOf.transactionDate],
  ],
  [
    'nothing that can be read',
    { amount: null, currency: null, incoming: null, transactionDate: null },
    [],
  ],
])('%s', (_what, changed, expected) => {
  const other = { ...booked, ...changed }
  expect(contradictions([booked], other, ZONE)).toEqual(expected)
  expect(contradictions([other], booked, ZONE)).toEqual(expected)
  expect(
    contradictions([other, { ...booked, currency: 'EUR', amount: '1' }], booked, ZONE),
  ).toEqual(expected.length === 0 ? [] : [memberOf.amount, memberOf.currency])
  expect(contradictions([{ ...booked, amount: '1' }, other, booked], booked, ZONE)).toEqual([])
})

test('where there is no version nothing is contradicted', () => {
  expect(contradictions([], booked, ZONE)).toEqual([])
})
