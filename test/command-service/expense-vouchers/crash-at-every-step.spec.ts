import { expect, test } from 'vitest'
import type { Blow, Strike } from '#test/support/mortal-store.ts'
import { worldForThisFile } from '#test/support/world.ts'
import { type Dealer, type Desk, fromBank, manual, openDealer } from './dealer.ts'
import { type Asked, ask, faultsIn, tryAt } from './requests.ts'

const world = worldForThisFile()

const transactionId = () => crypto.randomUUID().replaceAll('-', '').slice(0, 24)

interface Scenario {
  readonly what: string
  /** What stands already when the request comes. */
  readonly prepare: (dealer: Dealer) => Promise<readonly Asked[]>
  readonly request: (dealer: Dealer) => Promise<Asked>
  readonly isAccepted: boolean
}

const nothing = async () => []
async function standing(dealer: Dealer, ...asked: readonly Asked[]) {
  const desk = dealer.openDesk()
  for (const one of asked) await tryAt(dealer, desk, one)
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
      const dying = dealer.openDesk()
      dying.mortal.strike({ at: { append: 'numberBook' }, blow: 'before' })
      await tryAt(dealer, dying, asked)
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
  readonly struck: Desk
  readonly again: () => Promise<unknown>
}) => Promise<unknown>

const arrive = (desk: Desk) => {
  desk.mortal.wake()
  return desk.mortal.land()
}

const aftermaths: Readonly<Record<string, Aftermath>> = {
  'nobody asks again': async ({ dealer, struck }) => {
    await dealer.untilQuiet()
    await arrive(struck)
  },
  'the client asks again': async ({ struck, again }) => {
    await again()
    await arrive(struck)
  },
  'the client asks again when all has arrived': async ({ struck, again }) => {
    await arrive(struck)
    await again()
  },
  'the client asks again after the recovery': async ({ dealer, struck, again }) => {
    await dealer.untilQuiet()
    await again()
    await arrive(struck)
  },
  'the client asks again between the recovery’s look and its work': async (around) => {
    const { dealer, struck, again } = around
    await dealer.look()
    await again()
    await arrive(struck)
    dealer.clock.now += 60_000
    await dealer.recover(dealer.openDesk())
  },
}

const blows: readonly Blow[] = ['before', 'after', 'late', 'asleep']

/** How many calls to the store it takes where nothing happens. */
async function steps(scenario: Scenario): Promise<number> {
  const { desk } = await suffers(scenario, { at: 0, blow: 'before' }, async () => undefined)
  return desk.mortal.calls()
}

async function suffers(scenario: Scenario, strike: Strike, after: Aftermath) {
  const dealer = openDealer(world())
  const earlier = await scenario.prepare(dealer)
  const asked = await scenario.request(dealer)
  const place = asked.tries
  const desk = dealer.openDesk()
  desk.mortal.strike(strike)
  const first = tryAt(dealer, desk, asked)
  await Promise.race([first, desk.mortal.asleep()])
  const again = () => tryAt(dealer, dealer.openDesk(), asked)
  await after({ dealer, struck: desk, again })
  await arrive(desk)
  await first
  await dealer.untilQuiet()
  const faults = await faultsIn(dealer, [...earlier, asked])
  const isAskedAgain = asked.tries > place + 1
  return { desk, asked, faults, isAskedAgain }
}

test.each(
  scenarios.flatMap((scenario) =>
    Object.entries(aftermaths).map(
      ([name, aftermath]) => [scenario.what, name, scenario, aftermath] as const,
    ),
  ),
)('%s: the process is struck anywhere, %s', async (_what, _name, scenario, aftermath) => {
  const count = await steps(scenario)
  const strikes = Array.from({ length: count }, (_, index) =>
    blows.map((blow) => ({ at: index + 1, blow })),
  ).flat()
  const found = await Promise.all(
    strikes.map(async (strike) => {
      const { asked, faults, isAskedAgain } = await suffers(scenario, strike, aftermath)
      const answers = isAskedAgain ? wrongAnswers(scenario, asked) : []
      return [...faults, ...answers].map(
        (fault) => `${strike.blow} ${JSON.stringify(strike.at)}: ${fault}`,
      )
    }),
  )
  expect(found.flat()).toEqual([])
})

/** Who asks again is answered as if nothing had happened. */
function wrongAnswers({ isAccepted }: Scenario, { outcomes }: Asked): string[] {
  const isRight = outcomes.at(-1)?.kind === (isAccepted ? 'created' : 'refused')
  return isRight ? [] : [`the answers are ${outcomes.map(({ kind }) => kind).join()}`]
}
