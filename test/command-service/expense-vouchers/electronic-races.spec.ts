import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { resolveVoucher } from '#command/expense-vouchers/resolve.ts'
import type { VoucherRequest } from '#command/expense-vouchers/voucher-draft.ts'
import type { PlannedFailure } from '#test/support/faulty-event-store.ts'
import { infrastructureForThisFile } from '#test/support/infrastructure.ts'
import { originIn } from '#test/support/stored-events.ts'
import { manual, openDealer, patience } from './dealer.ts'
import { electronicFaultsIn } from './electronic-faults.ts'
import { openProvider } from './electronic-provider.ts'
import {
  type Action,
  actAt,
  documentOf,
  electronicSettings,
  type Taken,
  wholeSeller,
} from './electronic-requests.ts'
import { ask, type Outcome, tryAt } from './requests.ts'

const infrastructure = infrastructureForThisFile()

function idIn(outcome: Outcome): string {
  if (outcome.kind !== 'created') throw new Error(`no voucher, but ${outcome.kind}`)
  return outcome.voucher.id
}

/** An electronic draft that has come as far as the actions brought it. */
const draftAfter = (...actions: readonly Action[]) => draftOf({}, ...actions)

async function draftOf(request: Partial<VoucherRequest>, ...actions: readonly Action[]) {
  const provider = await openProvider()
  onTestFinished(provider.close)
  const dealer = openDealer(infrastructure(), {
    integrator: { url: provider.url(), timeoutMs: 5_000 },
    eDocument: electronicSettings,
  })
  const created = await tryAt(
    dealer,
    dealer.startInstance(),
    ask(manual({ ...wholeSeller, ...request, isDraft: true })),
  )
  const voucherId = idIn(created)
  const takings: Taken[] = []

  function begin(instance: ReturnType<typeof dealer.startInstance>, action: Action) {
    const { taken, work } = actAt({ dealer, provider }, instance, { voucherId, action })
    takings.push(taken)
    return work.then(() => taken.response)
  }
  const act = (action: Action) => begin(dealer.startInstance(), action)
  /** Starts an action that is paused; gives the function that resumes it. */
  async function pausedDuring(
    action: Action,
    at: PlannedFailure['at'],
    failure: 'pausedBefore' | 'pausedAfter',
  ) {
    const instance = dealer.startInstance()
    instance.faulty.planFailure({ at, failure })
    const response = begin(instance, action)
    await instance.faulty.untilPaused()
    return async () => {
      instance.faulty.resume()
      return response
    }
  }
  for (const action of actions) await act(action)
  return {
    dealer,
    provider,
    voucherId,
    act,
    pausedDuring,
    document: () => documentOf(dealer, voucherId),
    faults: () => electronicFaultsIn({ dealer, provider }, takings),
  }
}

test('a repeated preparation shows an SMS with an unknown outcome as the log does', async () => {
  const { dealer, act, pausedDuring, faults } = await draftAfter('prepare')
  const resume = await pausedDuring('sms', { operation: 'sms' }, 'pausedBefore')
  dealer.clock.now += patience.deadlineMs
  expect(await act('prepare')).toMatchObject({
    kind: 'answered',
    voucher: { document: { state: 'prepared', errorCode: 'DEADLINE' } },
  })
  expect(await faults()).toEqual([])
  await resume()
})

test('a confirmation that was suspended until the document was replaced submits the new one', async () => {
  const { dealer, provider, act, pausedDuring, faults, document } = await draftAfter(
    'prepare',
    'sms',
  )
  const resume = await pausedDuring('confirm', { append: 'expenseVoucher' }, 'pausedBefore')
  provider.state.faults.order({ operation: 'voucher.submit', mode: 'reject', times: 1, delayMs: 0 })
  expect(await act('confirm')).toMatchObject({ rejection: { code: 'E_DOCUMENT_REJECTED' } })
  dealer.clock.now += patience.deadlineMs
  await act('prepare')
  await act('sms')
  expect(await resume()).toMatchObject({ rejection: { code: 'E_DOCUMENT_REJECTED' } })
  expect(await document()).toMatchObject({ state: 'verification_pending', errorCode: 'CODE_WRONG' })
  expect(await act('confirm')).toMatchObject({ voucher: { document: { state: 'sent' } } })
  expect(await faults()).toEqual([])
})

test('the recovery deletes no draft whose deletion was refused after it read the state', async () => {
  const { dealer, provider, pausedDuring, faults, document } = await draftAfter('prepare')
  provider.state.faults.order({ operation: 'voucher.cancel', mode: 'reject', times: 1, delayMs: 0 })
  const resume = await pausedDuring('delete', { operation: 'cancel' }, 'pausedAfter')
  await dealer.look()
  dealer.clock.now += patience.deadlineMs
  expect(await resume()).toMatchObject({ rejection: { code: 'E_DOCUMENT_REJECTED' } })
  await dealer.recover(dealer.startInstance())
  expect(await document()).toMatchObject({ state: 'prepared', errorCode: 'CANCEL_REFUSED' })
  expect(await faults()).toEqual([])
})

test('an official document whose given number another voucher has taken gets the next one', async () => {
  const given = { serial: 'KAPI', number: '1' }
  const { dealer, act, faults } = await draftOf(given, 'prepare', 'sms')
  const rival = ask(manual({ ...given, amount: 1000 }))
  expect(await tryAt(dealer, dealer.startInstance(), rival)).toMatchObject({ kind: 'created' })

  expect(await act('confirm')).toMatchObject({
    kind: 'answered',
    voucher: { document: { state: 'sent' }, finalization: { serial: 'KAPI', number: '2' } },
  })
  expect(await faults()).toEqual([])
})

test('to be refused while another deletion goes on is no end', async () => {
  const { provider, pausedDuring, faults } = await draftAfter('prepare')
  provider.state.faults.order({ operation: 'voucher.cancel', mode: 'reject', times: 1, delayMs: 0 })
  const resumeRefused = await pausedDuring('delete', { operation: 'cancel' }, 'pausedAfter')
  const resumeOther = await pausedDuring('delete', { operation: 'cancel' }, 'pausedBefore')
  expect(await resumeRefused()).toMatchObject({ rejection: { code: 'E_DOCUMENT_RESULT_UNKNOWN' } })
  expect(await resumeOther()).toEqual({ kind: 'done' })
  expect(await faults()).toEqual([])
})

test('an operator decides on the document that the provider was asked about', async () => {
  const { dealer, provider, voucherId, act, document } = await draftAfter('prepare', 'sms')
  const submitInVain = () => {
    provider.state.faults.order({
      operation: 'voucher.submit',
      mode: 'error',
      times: 1,
      delayMs: 0,
    })
    return act('confirm')
  }
  await submitInVain()
  const { parts, faulty } = dealer.startInstance()
  faulty.planFailure({ at: { operation: 'cancel' }, failure: 'pausedAfter' })
  const { companyId } = dealer.context.caller
  const origin = originIn(companyId)
  const never = { resolvedAs: 'neverArrived', reason: 'asked', number: null } as const
  const order = { ...never, document: voucherId, withoutFence: false }
  const resolving = resolveVoucher(parts, { voucherId, origin }, { order, requestId: randomUUID() })
  await faulty.untilPaused()
  await act('status')
  dealer.clock.now += patience.deadlineMs
  await act('prepare')
  await act('sms')
  await submitInVain()
  const other = await document()
  expect(other).toMatchObject({ state: 'review_required' })

  faulty.resume()

  await expect(resolving).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await document()).toEqual(other)
})

test('an answer from before the acceptance does not change an accepted document', async () => {
  const { act, pausedDuring, faults, document } = await draftAfter('prepare', 'sms')
  const resume = await pausedDuring('status', { operation: 'status' }, 'pausedAfter')
  await act('confirm')
  expect(await resume()).toMatchObject({ voucher: { document: { state: 'sent' } } })
  expect(await document()).toMatchObject({ state: 'sent', providerStatus: 'succeed' })
  expect(await faults()).toEqual([])
})
