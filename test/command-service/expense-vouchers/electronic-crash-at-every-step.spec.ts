import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Blow, Strike } from '#test/support/mortal-store.ts'
import { worldForThisFile } from '#test/support/world.ts'
import {
  type Dealer,
  type Desk,
  fromBank,
  manual,
  newCommand,
  openDealer,
  patience,
} from './dealer.ts'
import { electronicFaultsIn } from './electronic-faults.ts'
import { openProvider, type Provider } from './electronic-provider.ts'
import {
  type Action,
  actAt,
  electronicSettings,
  type Taken,
  wholeSeller,
} from './electronic-requests.ts'
import { type Asked, ask, faultsIn, tryAt } from './requests.ts'

const world = worldForThisFile()
let provider: Provider
beforeEach(async () => {
  provider = await openProvider()
})
afterEach(() => provider.close())

const HEALTHY_MS = 10_000
const blowsToReads: readonly Blow[] = ['before', 'asleep', 'deaf']
const blowsToChanges: readonly Blow[] = [...blowsToReads, 'after', 'late']
const sequence: readonly Action[] = ['prepare', 'sms', 'confirm']

interface Stage {
  readonly dealer: Dealer
  readonly asked: readonly Asked[]
  readonly voucherId: string
  readonly takings: Taken[]
}

/** A voucher of a bank transaction that is ready for the action, in a book that has numbers. */
async function stageFor(action: Action): Promise<Stage> {
  const dealer = openDealer(world(), {
    integrator: { url: provider.url(), timeoutMs: HEALTHY_MS },
    eDocument: electronicSettings,
  })
  const transactionId = newCommand().id.replaceAll('-', '').slice(0, 24)
  await dealer.recordTransaction({ transactionId })
  const asked = [
    ask(manual({ ...wholeSeller, amount: 1000 })),
    ask(fromBank(transactionId, { ...wholeSeller, isDraft: true })),
  ] as const
  const desk = dealer.openDesk()
  await tryAt(dealer, desk, asked[0])
  const created = await tryAt(dealer, desk, asked[1])
  const voucherId = created.kind === 'created' ? created.voucher.id : expect.fail()
  const stage = { dealer, asked, voucherId, takings: [] }
  for (const earlier of before[action]) await act(stage, desk, earlier)
  return stage
}

const before: Readonly<Record<Action, readonly Action[]>> = {
  prepare: [],
  sms: ['prepare'],
  confirm: ['prepare', 'sms'],
  status: ['prepare', 'sms', 'confirm'],
  file: ['prepare'],
  delete: ['prepare', 'sms'],
}

async function act({ dealer, voucherId, takings }: Stage, desk: Desk, action: Action) {
  const { taken, work } = actAt({ dealer, provider }, desk, { voucherId, action })
  takings.push(taken)
  await work
  return taken
}

type Aftermath = (stage: Stage, again: () => Promise<unknown>, struck: Desk) => Promise<unknown>

const arrive = (desk: Desk) => {
  desk.mortal.wake()
  return desk.mortal.land()
}

const aftermaths: Readonly<Record<string, Aftermath>> = {
  'nobody asks again': async ({ dealer }, _again, struck) => {
    await dealer.untilQuiet()
    await arrive(struck)
  },
  'the client asks again at once': async (_stage, again, struck) => {
    await again()
    await arrive(struck)
  },
  'the client asks again when all has arrived': async (_stage, again, struck) => {
    await arrive(struck)
    await again()
  },
  'the client asks again after the deadline, and goes on': async (stage, again, struck) => {
    stage.dealer.clock.now += patience.deadlineMs
    await again()
    for (const action of sequence) await act(stage, stage.dealer.openDesk(), action)
    await arrive(struck)
  },
  'the client deletes it': async (stage, _again, struck) => {
    const { dealer, asked } = stage
    dealer.clock.now += patience.deadlineMs
    const { told } = await act(stage, dealer.openDesk(), 'delete')
    if (told?.kind === 'done' && asked[1] !== undefined) asked[1].isDeleted = true
    await arrive(struck)
  },
}

/** At each call that it takes where nothing happens, all that can happen to it. */
async function strikesOf(action: Action): Promise<readonly Strike[]> {
  const stage = await stageFor(action)
  const desk = stage.dealer.openDesk()
  await act(stage, desk, action)
  const { calls, changing } = desk.mortal
  const lost = { at: { operation: operations[action] }, blow: 'lost' } as const
  const each = Array.from({ length: calls() }, (_, index) => {
    const blows = changing().has(index + 1) ? blowsToChanges : blowsToReads
    return blows.map((blow) => ({ at: index + 1, blow }))
  })
  return [lost, ...each.flat()]
}

async function suffers(action: Action, strike: Strike, after: Aftermath): Promise<string[]> {
  const stage = await stageFor(action)
  const { dealer, asked, takings, voucherId } = stage
  const desk = dealer.openDesk()
  desk.mortal.strike(strike)
  const first = act(stage, desk, action)
  await Promise.race([first, desk.mortal.asleep()])
  await after(stage, () => act(stage, dealer.openDesk(), action), desk)
  await arrive(desk)
  const { told } = await first
  if (action === 'delete' && asked[1] !== undefined) asked[1].isDeleted = true
  await dealer.untilQuiet()
  const last = await act(stage, dealer.openDesk(), 'status')
  await dealer.untilQuiet()
  const isGone = last.told?.kind === 'refused' && last.told.rejection.code === 'RESOURCE_NOT_FOUND'
  const isClear = last.told?.kind === 'answered' || isGone
  return [
    ...(isClear ? [] : [`${voucherId} was asked in the end: ${last.told?.kind}`]),
    ...(told === undefined ? ['the struck request never ended'] : []),
    ...(await faultsIn(dealer, asked)),
    ...(await electronicFaultsIn({ dealer, provider }, takings)),
  ]
}

const operations: Readonly<Record<Action, string>> = {
  prepare: 'prepare',
  sms: 'sms',
  confirm: 'submit',
  status: 'status',
  file: 'file',
  delete: 'cancel',
}

const actions: readonly Action[] = ['prepare', 'sms', 'confirm', 'status', 'delete']

/** What comes to the same for a step that can be taken again is left to the submission. */
const forSubmissions = new Set([
  'the client asks again when all has arrived',
  'the client deletes it',
])
const isWorthwhile = (action: Action, aftermath: string) =>
  action === 'confirm' || !forSubmissions.has(aftermath)

test.each(
  actions.flatMap((action) =>
    Object.entries(aftermaths)
      .filter(([name]) => isWorthwhile(action, name))
      .map(([name, aftermath]) => [action, name, aftermath] as const),
  ),
)('%s: the process is struck anywhere, %s', async (action, _name, aftermath) => {
  const strikes = await strikesOf(action)
  const found = await Promise.all(
    strikes.map(async (strike) => {
      const faults = await suffers(action, strike, aftermath)
      return faults.map((fault) => `${strike.blow} ${JSON.stringify(strike.at)}: ${fault}`)
    }),
  )
  expect(found.flat()).toEqual([])
})
