import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { VoucherRequest } from '#command/expense-vouchers/voucher-draft.ts'
import { cover } from '#test/support/cover.ts'
import type { Infrastructure } from '#test/support/infrastructure.ts'
import { fromBank, manual, newCommand, patience } from './dealer.ts'
import { wholeSeller } from './electronic-requests.ts'
import { type Step, scenarioOf } from './electronic-scenario.ts'

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
const FOR_EVER = Number.POSITIVE_INFINITY
const instance = fc.nat({ max: 1 })
const index = fc.nat({ max: 20 })

const failures = ['before', 'after', 'late', 'pausedBefore', 'pausedAfter', 'lost'] as const
const failure = fc.constantFrom(...failures)
const operation = fc.constantFrom('prepare', 'sms', 'submit', 'status', 'cancel')
const plannedFailure = maybe(
  fc.record({
    at: fc.oneof(
      fc.integer({ min: 1, max: 14 }),
      operation.map((name) => ({ operation: name })),
    ),
    failure,
  }),
)
const action = fc.oneof(
  { weight: 6, arbitrary: fc.constant('next' as const) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...(['prepare', 'prepare', 'sms', 'sms', 'confirm', 'confirm', 'confirm'] as const),
      ...(['status', 'status', 'file', 'delete'] as const),
    ),
  },
)
const code = fc.oneof(
  { weight: 8, arbitrary: fc.constant('right' as const) },
  { weight: 2, arbitrary: fc.constantFrom('wrong', 'old', 'expired') },
)
const fault = fc.constantFrom(
  ...(['timeout', 'accept-then-timeout', 'reject-then-timeout', 'slow'] as const),
  ...(['error', 'reject', 'malformed', 'rate-limited', 'quota', 'invalid-file'] as const),
)
const mayFail = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fault },
)
const deed = fc.record({ instance, index, action, code, fault: mayFail })
const kind = <const Kind extends Step['kind']>(name: Kind) => fc.constant(name)

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 14,
    arbitrary: fc.record({
      kind: kind('act'),
      instance,
      index,
      action,
      code,
      fault: mayFail,
      plannedFailure,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('together'),
      deeds: fc.array(deed, { minLength: 2, maxLength: 3 }),
      plannedFailure,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('fault'),
      operation: fc.constantFrom(
        'voucher.prepare',
        'voucher.sms',
        'voucher.submit',
        'voucher.status',
        'voucher.cancel',
      ),
      mode: fault,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('create'), instance, index, plannedFailure }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('restart'), instance }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('arrive'), index }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('look') }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('recover'), instance, plannedFailure }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: kind('wait'),
      ms: fc.constantFrom(1_000, patience.graceMs, patience.deadlineMs, 30 * patience.deadlineMs),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('account'),
      looksUntilPassive: fc.constantFrom(0, 1, 1, FOR_EVER, FOR_EVER, FOR_EVER),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: kind('settings'), isOn: fc.constantFrom(false, true, true) }),
  },
)

/** The number of undisturbed steps of each voucher at the start. */
const beginnings = fc.array(fc.constantFrom(0, 2, 3, 3, 3), { minLength: 10, maxLength: 10 })
const days = fc.record({
  beginnings,
  steps: fc.array(step, { minLength: 10, maxLength: 35, size: 'max' }),
})

/** One voucher of a bank transaction. */
export const oneVoucher = (transactionId: string): readonly VoucherRequest[] => [
  fromBank(transactionId, { ...wholeSeller, isDraft: true }),
]

/** Ten that share a bank transaction, a serial, and a number that one of them wants. */
export const tenVouchers = (transactionId: string): readonly VoucherRequest[] =>
  Array.from({ length: 10 }, (_, place) => {
    const common = { ...wholeSeller, isDraft: true, allowDuplicate: true }
    if (place < 3) return fromBank(transactionId, common)
    if (place === 3) return manual({ ...wholeSeller, allowDuplicate: true })
    if (place < 7) return manual(common)
    const given = place === 7 ? {} : { number: String(place - 7) }
    return manual({ ...common, serial: 'KAPI', ...given })
  })

interface FaultSeries {
  readonly requests: (transactionId: string) => readonly VoucherRequest[]
  readonly numRuns: number
  readonly atMostMs: number
  readonly cases: readonly string[]
}

/** Scenarios mostly wait for a provider that does not answer. */
const DAYS_AT_ONCE = 4

/** The results that every series must contain, because otherwise it proves nothing. */
export const mainCases = ['answered', 'refused', 'died', 'document sent'] as const
/** Those of a series that is long enough to contain each kind of failure. */
export const allCases = [...mainCases, ...failures] as const

/** Random steps of electronic vouchers with faults of instances and provider; at the end all must agree. */
export async function expectConsistencyUnderFaults(
  infrastructure: Infrastructure,
  series: FaultSeries,
): Promise<void> {
  const { requests, atMostMs } = series
  const cases = cover(...series.cases)
  const numRuns = Math.ceil(series.numRuns / DAYS_AT_ONCE)
  const ofOneDay = fc.asyncProperty(days, async (day) => {
    const transactionId = newCommand().id.replaceAll('-', '').slice(0, 24)
    const scenario = await scenarioOf(infrastructure, requests(transactionId))
    try {
      await scenario.dealer.recordTransaction({ transactionId })
      await scenario.begin(day.beginnings)
      for (const one of day.steps) await scenario.take(one)
      expect(await scenario.end()).toEqual([])
      for (const name of new Set(await scenario.seen())) cases.count(name)
    } finally {
      await scenario.close()
    }
  })
  const order = () => cases.assertFor(ofOneDay, { numRuns, forMs: atMostMs })
  await Promise.all(Array.from({ length: DAYS_AT_ONCE }, order))
}
