import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { VoucherRequest } from '#command/expense-vouchers/voucher-draft.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import { cover } from '#test/support/cover.ts'
import { type FailureKind, ProcessCrashed } from '#test/support/faulty-event-store.ts'
import type { Infrastructure } from '#test/support/infrastructure.ts'
import {
  type Dealer,
  fromBank,
  type Instance,
  manual,
  newCommand,
  openDealer,
  patience,
} from './dealer.ts'
import { ask, faultsIn, type RequestTries, tryAt } from './requests.ts'

const failures = [
  'before',
  'after',
  'late',
  'pausedBefore',
] as const satisfies readonly FailureKind[]
const INSTANCES = 2
const TRANSACTIONS = 3

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const index = fc.nat({ max: 20 })

type Numbering = Pick<VoucherRequest, 'serial' | 'number'>

/** Few different values, so that requests conflict. */
const wish = fc.record({
  transaction: fc.option(fc.nat({ max: TRANSACTIONS - 1 }), { nil: null, freq: 2 }),
  seller: fc.constantFrom('10000000146', '39586528950'),
  amount: fc.constantFrom(65559.95, 1000),
  day: fc.constantFrom('2026-11-19T08:00:00Z', '2026-11-20T08:00:00Z', undefined),
  isDraft: fc.boolean(),
  allowDuplicate: fc.boolean(),
  numbering: fc.constantFrom<Numbering[]>(
    {},
    {},
    { serial: 'KAPI' },
    { serial: 'KAPI', number: '1' },
    { serial: 'KAPI', number: '2' },
    { serial: 'KAPI', number: '03' },
  ),
})
type Wish = typeof wish extends fc.Arbitrary<infer T> ? T : never

const plannedFailure = maybe(
  fc.record({ at: fc.integer({ min: 1, max: 14 }), failure: fc.constantFrom(...failures) }),
)
const instance = fc.nat({ max: INSTANCES - 1 })

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('create' as const), instance, wish, plannedFailure }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('createTogether' as const),
      wishes: fc.array(fc.record({ instance, wish }), { minLength: 2, maxLength: 4 }),
      plannedFailure,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('again' as const), instance, index, plannedFailure }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('delete' as const), instance, index, plannedFailure }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('restart' as const), instance }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('arrive' as const), index }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('look' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('recover' as const), instance, plannedFailure }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(
        1_000,
        patience.graceMs,
        patience.deadlineMs,
        24 * 60 * patience.deadlineMs,
      ),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const days = fc.array(step, { minLength: 10, maxLength: 40, size: 'max' })

/** The failures and outcomes that a series must contain, because otherwise it proves nothing. */
const expectedCases: readonly string[] = [...failures, 'created', 'refused', 'died']

/** Random requests to a dealer whose instances crash and pause; at the end the books must be in order. */
export async function expectConsistencyUnderFaults(
  infrastructure: Infrastructure,
  { numRuns, atMostMs }: { readonly numRuns: number; readonly atMostMs: number },
): Promise<void> {
  const cases = cover(...expectedCases)
  await cases.assertFor(
    fc.asyncProperty(days, async (steps) => {
      const scenario = await startScenario(openDealer(infrastructure))
      for (const one of steps) await scenario.take(one)
      expect(await scenario.end()).toEqual([])
      for (const name of new Set(scenario.seen())) cases.count(name)
    }),
    { numRuns, forMs: atMostMs },
  )
}

async function startScenario(dealer: Dealer) {
  const transactions = Array.from({ length: TRANSACTIONS }, () =>
    newCommand().id.replaceAll('-', '').slice(0, 24),
  )
  for (const [place, transactionId] of transactions.entries()) {
    await dealer.recordTransaction({ transactionId, amount: place === 0 ? '1000.00' : '65559.95' })
  }
  const instances = Array.from({ length: INSTANCES }, dealer.startInstance)
  const interrupted: Instance[] = []
  const asked: RequestTries[] = []
  const paused: Promise<unknown>[] = []
  const faults: string[] = []

  /** Paused work continues later, in the background. */
  async function during(at: Instance, work: Promise<unknown>) {
    const isPaused = await Promise.race([
      work.then(() => false),
      at.faulty.untilPaused().then(() => true),
    ])
    if (isPaused) paused.push(work)
  }

  function instanceFor(
    place: number,
    planned: { at: number; failure: FailureKind } | undefined,
  ): Instance {
    const found = instances[place]
    if (found === undefined) throw new Error(`there is no instance ${place}`)
    const used = found.faulty.isRunning() ? found : dealer.startInstance()
    instances[place] = used
    if (planned !== undefined) {
      used.faulty.planFailure(planned)
      interrupted.push(used)
    }
    return used
  }

  /** A client asks again only when it was not answered, and not while its request runs. */
  const isUnanswered = ({ outcomes, tries }: RequestTries) =>
    [undefined, 'died', 'postponed'].includes(outcomes[tries - 1]?.kind)

  async function deleteAt(at: Instance, one: RequestTries) {
    const created = one.outcomes.find((outcome) => outcome?.kind === 'created')
    if (created?.kind !== 'created' || !created.voucher.isDraft) return
    one.isDeleted = true
    const deletion = at.electronic.deleteVoucher(created.voucher.id, dealer.context)
    await during(
      at,
      deletion.catch((error: unknown) => {
        if (error instanceof ProcessCrashed) return
        const isGone = error instanceof Error && error.message === 'No such voucher.'
        if (!isGone) faults.push(`a draft was not deleted: ${String(error)}`)
      }),
    )
  }

  const createAt = (at: Instance, wanted: Wish) => {
    const one = ask(requestOf(wanted, transactions))
    asked.push(one)
    return during(at, tryAt(dealer, at, one))
  }

  async function take(one: Step): Promise<void> {
    switch (one.kind) {
      case 'create':
        await createAt(instanceFor(one.instance, one.plannedFailure), one.wish)
        break
      case 'createTogether': {
        const first = instanceFor(0, one.plannedFailure)
        const places = [first, instanceFor(1, undefined)]
        const together = one.wishes.map((each) =>
          createAt(places[each.instance] ?? first, each.wish),
        )
        await Promise.all(together)
        break
      }
      case 'again': {
        const open = asked.filter(isUnanswered)
        const wanted = open[one.index % open.length]
        if (wanted === undefined) break
        const at = instanceFor(one.instance, one.plannedFailure)
        await during(at, tryAt(dealer, at, wanted))
        break
      }
      case 'delete': {
        const wanted = asked[one.index % asked.length]
        if (wanted !== undefined)
          await deleteAt(instanceFor(one.instance, one.plannedFailure), wanted)
        break
      }
      case 'restart':
        instances[one.instance] = dealer.startInstance()
        break
      case 'arrive':
        await arrive(interrupted[one.index % interrupted.length])
        break
      case 'look':
        await dealer.look()
        break
      case 'recover': {
        const at = instanceFor(one.instance, one.plannedFailure)
        await during(at, dealer.recover(at))
        break
      }
      case 'wait':
        dealer.clock.now += one.ms
        break
      default:
        assertNever(one)
    }
  }

  /** At the end all late appends arrive, paused processes continue, and the recovery runs. */
  async function end(): Promise<string[]> {
    for (const each of interrupted) await arrive(each)
    await Promise.all(paused)
    await dealer.untilQuiet()
    const left = [...dealer.open()].map(([id, { stage }]) => `${id} stays ${stage}`)
    return [...faults, ...left, ...(await faultsIn(dealer, asked))]
  }

  /** The failures that occurred, and the outcomes of requests. */
  const seen = (): readonly string[] => [
    ...interrupted.flatMap(({ faulty }) => faulty.occurred()),
    ...asked.flatMap(({ outcomes }) => outcomes.map(({ kind }) => kind)),
  ]

  return { take, end, seen }
}

async function arrive(interrupted: Instance | undefined) {
  interrupted?.faulty.resume()
  await interrupted?.faulty.deliverLate()
}

function requestOf(wanted: Wish, transactions: readonly string[]): VoucherRequest {
  const { seller, amount, day, isDraft, allowDuplicate, numbering, transaction } = wanted
  const common = {
    idNo: seller,
    isDraft,
    allowDuplicate,
    ...(day === undefined ? {} : { transactionDate: day }),
  }
  return transaction === null
    ? manual({ ...common, ...numbering, amount })
    : fromBank(transactions[transaction] ?? '', common)
}
