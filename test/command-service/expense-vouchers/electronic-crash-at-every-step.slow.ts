import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FailureKind, PlannedFailure } from '#test/support/faulty-event-store.ts'
import { infrastructureForThisFile } from '#test/support/infrastructure.ts'
import {
  type Dealer,
  fromBank,
  type Instance,
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
import { ask, faultsIn, type RequestTries, tryAt } from './requests.ts'

const infrastructure = infrastructureForThisFile()
let provider: Provider
beforeEach(async () => {
  provider = await openProvider()
})
afterEach(() => provider.close())

const HEALTHY_MS = 10_000
const sequence: readonly Action[] = ['prepare', 'sms', 'confirm']

interface Stage {
  readonly dealer: Dealer
  readonly asked: readonly RequestTries[]
  readonly voucherId: string
  readonly takings: Taken[]
}

/** A voucher of a bank transaction that is ready for the action, in a book that has numbers. */
async function stageFor(action: Action): Promise<Stage> {
  const dealer = openDealer(infrastructure(), {
    integrator: { url: provider.url(), timeoutMs: HEALTHY_MS },
    eDocument: electronicSettings,
  })
  const transactionId = newCommand().id.replaceAll('-', '').slice(0, 24)
  await dealer.recordTransaction({ transactionId })
  const asked = [
    ask(manual({ ...wholeSeller, amount: 1000 })),
    ask(fromBank(transactionId, { ...wholeSeller, isDraft: true })),
  ] as const
  const instance = dealer.startInstance()
  await tryAt(dealer, instance, asked[0])
  const created = await tryAt(dealer, instance, asked[1])
  const voucherId = created.kind === 'created' ? created.voucher.id : expect.fail()
  const stage = { dealer, asked, voucherId, takings: [] }
  for (const earlier of before[action]) await act(stage, instance, earlier)
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

async function act({ dealer, voucherId, takings }: Stage, instance: Instance, action: Action) {
  const { taken, work } = actAt({ dealer, provider }, instance, { voucherId, action })
  takings.push(taken)
  await work
  return taken
}

type Aftermath = (
  stage: Stage,
  again: () => Promise<unknown>,
  interrupted: Instance,
) => Promise<unknown>

const arrive = (instance: Instance) => {
  instance.faulty.resume()
  return instance.faulty.deliverLate()
}

const aftermaths: Readonly<Record<string, Aftermath>> = {
  'no client repeats the request': async ({ dealer }, _again, interrupted) => {
    await dealer.untilQuiet()
    await arrive(interrupted)
  },
  'the client asks again at once': async (_stage, again, interrupted) => {
    await again()
    await arrive(interrupted)
  },
  'the client asks again when all has arrived': async (_stage, again, interrupted) => {
    await arrive(interrupted)
    await again()
  },
  'the client asks again after the deadline, and goes on': async (stage, again, interrupted) => {
    stage.dealer.clock.now += patience.deadlineMs
    await again()
    for (const action of sequence) await act(stage, stage.dealer.startInstance(), action)
    await arrive(interrupted)
  },
  'the client deletes it': async (stage, _again, interrupted) => {
    const { dealer, asked } = stage
    dealer.clock.now += patience.deadlineMs
    const { response } = await act(stage, dealer.startInstance(), 'delete')
    if (response?.kind === 'done' && asked[1] !== undefined) asked[1].isDeleted = true
    await arrive(interrupted)
  },
}

/**
 * At each call that it takes where nothing happens, what can happen there. A crash between two
 * changes is one case, wherever it is; so is a pause between two calls.
 */
async function plannedFailuresOf(action: Action): Promise<readonly PlannedFailure[]> {
  const stage = await stageFor(action)
  const instance = stage.dealer.startInstance()
  await act(stage, instance, action)
  const { calls, changing } = instance.faulty
  const lost = { at: { operation: operations[action] }, failure: 'lost' } as const
  const each = Array.from({ length: calls() }, (_, index) => {
    const at = index + 1
    const failures: readonly FailureKind[] = [
      'pausedBefore',
      ...(changing().has(at) ? (['after', 'late'] as const) : []),
      ...(at === calls() ? (['pausedAfter'] as const) : []),
    ]
    return failures.map((failure) => ({ at, failure }))
  })
  return [lost, ...each.flat()]
}

async function faultsWith(
  action: Action,
  plannedFailure: PlannedFailure,
  after: Aftermath,
): Promise<string[]> {
  const stage = await stageFor(action)
  const { dealer, asked, takings, voucherId } = stage
  const instance = dealer.startInstance()
  instance.faulty.planFailure(plannedFailure)
  const first = act(stage, instance, action)
  await Promise.race([first, instance.faulty.untilPaused()])
  await after(stage, () => act(stage, dealer.startInstance(), action), instance)
  await arrive(instance)
  const { response } = await first
  if (action === 'delete' && asked[1] !== undefined) asked[1].isDeleted = true
  await dealer.untilQuiet()
  const last = await act(stage, dealer.startInstance(), 'status')
  await dealer.untilQuiet()
  const isGone =
    last.response?.kind === 'refused' && last.response.rejection.code === 'RESOURCE_NOT_FOUND'
  const isClear = last.response?.kind === 'answered' || isGone
  return [
    ...(isClear ? [] : [`${voucherId} was asked in the end: ${last.response?.kind}`]),
    ...(response === undefined ? ['the interrupted request never ended'] : []),
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
)('%s: the process is interrupted anywhere, %s', async (action, _name, aftermath) => {
  const plannedFailures = await plannedFailuresOf(action)
  const found = await Promise.all(
    plannedFailures.map(async (plannedFailure) => {
      const faults = await faultsWith(action, plannedFailure, aftermath)
      return faults.map(
        (fault) => `${plannedFailure.failure} ${JSON.stringify(plannedFailure.at)}: ${fault}`,
      )
    }),
  )
  expect(found.flat()).toEqual([])
})
