import { expect, test } from 'vitest'
import type { FailureKind, PlannedFailure } from '#test/support/faulty-event-store.ts'
import { infrastructureForThisFile } from '#test/support/infrastructure.ts'
import { type Dealer, fromBank, type Instance, manual, openDealer } from './dealer.ts'
import { ask, faultsIn, type RequestTries, tryAt } from './requests.ts'

const infrastructure = infrastructureForThisFile()

const transactionId = () => crypto.randomUUID().replaceAll('-', '').slice(0, 24)

interface Scenario {
  readonly what: string
  /** What stands already when the request comes. */
  readonly prepare: (dealer: Dealer) => Promise<readonly RequestTries[]>
  readonly request: (dealer: Dealer) => Promise<RequestTries>
  readonly isAccepted: boolean
}

const nothing = async () => []
async function standing(dealer: Dealer, ...asked: readonly RequestTries[]) {
  const instance = dealer.startInstance()
  for (const one of asked) await tryAt(dealer, instance, one)
  return asked
}

const scenarios: readonly Scenario[] = [
  {
    what: 'a finalized voucher',
    prepare: nothing,
    request: async () => ask(manual()),
    isAccepted: true,
  },
  {
    what: 'a draft of a bank transaction',
    prepare: nothing,
    request: async (dealer) => {
      const id = transactionId()
      await dealer.recordTransaction({ transactionId: id })
      return ask(fromBank(id, { isDraft: true }))
    },
    isAccepted: true,
  },
  {
    what: 'a finalized voucher of a bank transaction, in a book that has numbers',
    prepare: (dealer) => standing(dealer, ask(manual({ amount: 1000 }))),
    request: async (dealer) => {
      const id = transactionId()
      await dealer.recordTransaction({ transactionId: id })
      return ask(fromBank(id))
    },
    isAccepted: true,
  },
  {
    what: 'a voucher of a given number',
    prepare: (dealer) => standing(dealer, ask(manual({ amount: 1000, serial: 'A', number: '3' }))),
    request: async () => ask(manual({ serial: 'A', number: '2' })),
    isAccepted: true,
  },
  {
    what: 'a voucher of a given number that is taken',
    prepare: (dealer) => standing(dealer, ask(manual({ amount: 1000, serial: 'A', number: '3' }))),
    request: async () => ask(manual({ serial: 'A', number: '3' })),
    isAccepted: false,
  },
  {
    what: 'a voucher that loses its given number to another one',
    prepare: nothing,
    request: async (dealer) => {
      const asked = ask(manual({ serial: 'A', number: '3' }))
      const crashing = dealer.startInstance()
      crashing.faulty.planFailure({ at: { append: 'numberBook' }, failure: 'before' })
      await tryAt(dealer, crashing, asked)
      await standing(dealer, ask(manual({ amount: 1000, serial: 'A', number: '3' })))
      return asked
    },
    isAccepted: false,
  },
  {
    what: 'a duplicate of a bank transaction',
    prepare: (dealer) => standing(dealer, ask(manual({ transactionDate: '2026-11-19T08:00:00Z' }))),
    request: async (dealer) => {
      const id = transactionId()
      await dealer.recordTransaction({ transactionId: id })
      return ask(fromBank(id))
    },
    isAccepted: false,
  },
]

type Aftermath = (around: {
  readonly dealer: Dealer
  readonly interrupted: Instance
  readonly again: () => Promise<unknown>
}) => Promise<unknown>

const arrive = (instance: Instance) => {
  instance.faulty.resume()
  return instance.faulty.deliverLate()
}

const aftermaths: Readonly<Record<string, Aftermath>> = {
  'no client repeats the request': async ({ dealer, interrupted }) => {
    await dealer.untilQuiet()
    await arrive(interrupted)
  },
  'the client asks again': async ({ interrupted, again }) => {
    await again()
    await arrive(interrupted)
  },
  'the client asks again when all has arrived': async ({ interrupted, again }) => {
    await arrive(interrupted)
    await again()
  },
  'the client asks again after the recovery': async ({ dealer, interrupted, again }) => {
    await dealer.untilQuiet()
    await again()
    await arrive(interrupted)
  },
  'the client asks again between the recovery’s look and its work': async (around) => {
    const { dealer, interrupted, again } = around
    await dealer.look()
    await again()
    await arrive(interrupted)
    dealer.clock.now += 60_000
    await dealer.recover(dealer.startInstance())
  },
}

/**
 * At each call that it takes where nothing happens, what can happen there. A crash between two
 * changes is one case, wherever it is; a crash before the first one is no case.
 */
async function plannedFailuresOf(scenario: Scenario): Promise<readonly PlannedFailure[]> {
  const { instance } = await faultsWith(
    scenario,
    { at: 0, failure: 'before' },
    async () => undefined,
  )
  const { calls, changing } = instance.faulty
  return Array.from({ length: calls() }, (_, index) => {
    const at = index + 1
    const failures: readonly FailureKind[] = changing().has(at)
      ? ['pausedBefore', 'after', 'late']
      : ['pausedBefore']
    return failures.map((failure) => ({ at, failure }))
  }).flat()
}

async function faultsWith(scenario: Scenario, plannedFailure: PlannedFailure, after: Aftermath) {
  const dealer = openDealer(infrastructure())
  const earlier = await scenario.prepare(dealer)
  const asked = await scenario.request(dealer)
  const place = asked.tries
  const instance = dealer.startInstance()
  instance.faulty.planFailure(plannedFailure)
  const first = tryAt(dealer, instance, asked)
  await Promise.race([first, instance.faulty.untilPaused()])
  const again = () => tryAt(dealer, dealer.startInstance(), asked)
  await after({ dealer, interrupted: instance, again })
  await arrive(instance)
  await first
  await dealer.untilQuiet()
  const faults = await faultsIn(dealer, [...earlier, asked])
  const isAskedAgain = asked.tries > place + 1
  return { instance, asked, faults, isAskedAgain }
}

test.each(
  scenarios.flatMap((scenario) =>
    Object.entries(aftermaths).map(
      ([name, aftermath]) => [scenario.what, name, scenario, aftermath] as const,
    ),
  ),
)('%s: the process is interrupted anywhere, %s', async (_what, _name, scenario, aftermath) => {
  const plannedFailures = await plannedFailuresOf(scenario)
  const found = await Promise.all(
    plannedFailures.map(async (plannedFailure) => {
      const { asked, faults, isAskedAgain } = await faultsWith(scenario, plannedFailure, aftermath)
      const answers = isAskedAgain ? wrongAnswers(scenario, asked) : []
      return [...faults, ...answers].map(
        (fault) => `${plannedFailure.failure} ${JSON.stringify(plannedFailure.at)}: ${fault}`,
      )
    }),
  )
  expect(found.flat()).toEqual([])
})

/** Who asks again is answered as if nothing had happened. */
function wrongAnswers({ isAccepted }: Scenario, { outcomes }: RequestTries): string[] {
  const isRight = outcomes.at(-1)?.kind === (isAccepted ? 'created' : 'refused')
  return isRight ? [] : [`the answers are ${outcomes.map(({ kind }) => kind).join()}`]
}
