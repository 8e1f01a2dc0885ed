import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { VoucherRequest } from '#command/expense-vouchers/voucher-draft.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import { type Blow, ProcessDied } from '#test/support/mortal-store.ts'
import type { World } from '#test/support/world.ts'
import {
  type Dealer,
  type Desk,
  fromBank,
  manual,
  newCommand,
  openDealer,
  patience,
} from './dealer.ts'
import { type Asked, ask, faultsIn, tryAt } from './requests.ts'

const blows = ['before', 'after', 'late', 'asleep'] as const satisfies readonly Blow[]
const DESKS = 2
const TRANSACTIONS = 3

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const index = fc.nat({ max: 20 })

type Numbering = Pick<VoucherRequest, 'serial' | 'number'>

/** Few of everything, so that requests meet. */
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

const strike = maybe(
  fc.record({ at: fc.integer({ min: 1, max: 14 }), blow: fc.constantFrom(...blows) }),
)
const desk = fc.nat({ max: DESKS - 1 })

const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('create' as const), desk, wish, strike }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('createTogether' as const),
      wishes: fc.array(fc.record({ desk, wish }), { minLength: 2, maxLength: 4 }),
      strike,
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('again' as const), desk, index, strike }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('delete' as const), desk, index, strike }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('restart' as const), desk }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('arrive' as const), index }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('look' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('recover' as const), desk, strike }) },
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

/** Whatever is asked of a dealer, and whatever its desks suffer, the books are in order at the end. */
export async function expectOrderUnderFire(
  world: World,
  { numRuns, atMostMs }: { readonly numRuns: number; readonly atMostMs: number },
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(days, async (steps) => {
      expect(await faultsAfter(openDealer(world), steps)).toEqual([])
    }),
    { numRuns, interruptAfterTimeLimit: atMostMs },
  )
}

async function faultsAfter(dealer: Dealer, steps: readonly Step[]): Promise<string[]> {
  const play = await openPlay(dealer)
  for (const one of steps) await play.take(one)
  return play.end()
}

async function openPlay(dealer: Dealer) {
  const transactions = Array.from({ length: TRANSACTIONS }, () =>
    newCommand().id.replaceAll('-', '').slice(0, 24),
  )
  for (const [place, transactionId] of transactions.entries()) {
    await dealer.recordTransaction({ transactionId, amount: place === 0 ? '1000.00' : '65559.95' })
  }
  const desks = Array.from({ length: DESKS }, dealer.openDesk)
  const struck: Desk[] = []
  const asked: Asked[] = []
  const sleeping: Promise<unknown>[] = []
  const faults: string[] = []

  /** Work that falls asleep goes on behind our back. */
  async function during(at: Desk, work: Promise<unknown>) {
    const isAsleep = await Promise.race([
      work.then(() => false),
      at.mortal.asleep().then(() => true),
    ])
    if (isAsleep) sleeping.push(work)
  }

  function deskFor(place: number, planned: { at: number; blow: Blow } | undefined): Desk {
    const found = desks[place]
    if (found === undefined) throw new Error(`there is no desk ${place}`)
    const used = found.mortal.isAtWork() ? found : dealer.openDesk()
    desks[place] = used
    if (planned !== undefined) {
      used.mortal.strike(planned)
      struck.push(used)
    }
    return used
  }

  /** A client asks again only when it was not answered, and not while its request runs. */
  const isUnanswered = ({ outcomes, tries }: Asked) =>
    outcomes[tries - 1] === undefined || outcomes[tries - 1]?.kind === 'died'

  async function deleteAt(at: Desk, one: Asked) {
    const created = one.outcomes.find((outcome) => outcome?.kind === 'created')
    if (created?.kind !== 'created' || !created.voucher.isDraft) return
    one.isDeleted = true
    const deletion = at.electronic.deleteVoucher(created.voucher.id, dealer.context)
    await during(
      at,
      deletion.catch((error: unknown) => {
        if (error instanceof ProcessDied) return
        const isGone = error instanceof Error && error.message === 'No such voucher.'
        if (!isGone) faults.push(`a draft was not deleted: ${String(error)}`)
      }),
    )
  }

  const createAt = (at: Desk, wanted: Wish) => {
    const one = ask(requestOf(wanted, transactions))
    asked.push(one)
    return during(at, tryAt(dealer, at, one))
  }

  async function take(one: Step): Promise<void> {
    switch (one.kind) {
      case 'create':
        await createAt(deskFor(one.desk, one.strike), one.wish)
        break
      case 'createTogether': {
        const first = deskFor(0, one.strike)
        const places = [first, deskFor(1, undefined)]
        const together = one.wishes.map((each) => createAt(places[each.desk] ?? first, each.wish))
        await Promise.all(together)
        break
      }
      case 'again': {
        const open = asked.filter(isUnanswered)
        const wanted = open[one.index % open.length]
        if (wanted === undefined) break
        const at = deskFor(one.desk, one.strike)
        await during(at, tryAt(dealer, at, wanted))
        break
      }
      case 'delete': {
        const wanted = asked[one.index % asked.length]
        if (wanted !== undefined) await deleteAt(deskFor(one.desk, one.strike), wanted)
        break
      }
      case 'restart':
        desks[one.desk] = dealer.openDesk()
        break
      case 'arrive':
        await arrive(struck[one.index % struck.length])
        break
      case 'look':
        await dealer.look()
        break
      case 'recover': {
        const at = deskFor(one.desk, one.strike)
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

  /** In the end everything that was sent arrives, everybody wakes up, and the recovery runs. */
  async function end(): Promise<string[]> {
    for (const each of struck) await arrive(each)
    await Promise.all(sleeping)
    await dealer.untilQuiet()
    const left = [...dealer.open()].map(([id, { stage }]) => `${id} stays ${stage}`)
    return [...faults, ...left, ...(await faultsIn(dealer, asked))]
  }

  return { take, end }
}

async function arrive(struck: Desk | undefined) {
  struck?.mortal.wake()
  await struck?.mortal.land()
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
