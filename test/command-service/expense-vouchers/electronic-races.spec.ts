import { expect, onTestFinished, test } from 'vitest'
import type { Strike } from '#test/support/mortal-store.ts'
import { worldForThisFile } from '#test/support/world.ts'
import { manual, openDealer, patience } from './dealer.ts'
import { electronicFaultsIn } from './electronic-faults.ts'
import { type Code, openProvider } from './electronic-provider.ts'
import {
  type Action,
  actAt,
  documentOf,
  electronicSettings,
  type Taken,
  wholeSeller,
} from './electronic-requests.ts'
import { ask, type Outcome, tryAt } from './requests.ts'

const world = worldForThisFile()

function idIn(outcome: Outcome): string {
  if (outcome.kind !== 'created') throw new Error(`no voucher, but ${outcome.kind}`)
  return outcome.voucher.id
}

/** An electronic draft that has come as far as the actions brought it. */
async function draftAfter(...actions: readonly Action[]) {
  const provider = await openProvider()
  onTestFinished(provider.close)
  const dealer = openDealer(world(), {
    integrator: { url: provider.url(), timeoutMs: 5_000 },
    eDocument: electronicSettings,
  })
  const created = await tryAt(
    dealer,
    dealer.openDesk(),
    ask(manual({ ...wholeSeller, isDraft: true })),
  )
  const voucherId = idIn(created)
  const takings: Taken[] = []

  function begin(desk: ReturnType<typeof dealer.openDesk>, action: Action, code: Code = 'right') {
    const { taken, work } = actAt({ dealer, provider }, desk, { voucherId, action, code })
    takings.push(taken)
    return work.then(() => taken.told)
  }
  const act = (action: Action, code: Code = 'right') => begin(dealer.openDesk(), action, code)
  /** Falls asleep over it; gives what goes on when it wakes up. */
  async function fallAsleep(action: Action, at: Strike['at'], blow: 'asleep' | 'deaf') {
    const desk = dealer.openDesk()
    desk.mortal.strike({ at, blow })
    const told = begin(desk, action)
    await desk.mortal.asleep()
    return async () => {
      desk.mortal.wake()
      return told
    }
  }
  for (const action of actions) await act(action)
  return {
    dealer,
    provider,
    voucherId,
    act,
    fallAsleep,
    document: () => documentOf(dealer, voucherId),
    faults: () => electronicFaultsIn({ dealer, provider }, takings),
  }
}

test('preparing again tells of an SMS whose outcome nobody knows as the log does', async () => {
  const { dealer, act, fallAsleep, faults } = await draftAfter('prepare')
  const wakeUp = await fallAsleep('sms', { operation: 'sms' }, 'asleep')
  dealer.clock.now += patience.deadlineMs
  expect(await act('prepare')).toMatchObject({
    kind: 'answered',
    voucher: { document: { state: 'prepared', errorCode: 'DEADLINE' } },
  })
  expect(await faults()).toEqual([])
  await wakeUp()
})

test('a confirmation that slept until another document stands in its place submits that one', async () => {
  const { dealer, provider, act, fallAsleep, faults, document } = await draftAfter('prepare', 'sms')
  const wakeUp = await fallAsleep('confirm', { append: 'expenseVoucher' }, 'asleep')
  provider.state.faults.order({ operation: 'voucher.submit', mode: 'reject', times: 1, delayMs: 0 })
  expect(await act('confirm')).toMatchObject({ rejection: { code: 'E_DOCUMENT_REJECTED' } })
  dealer.clock.now += patience.deadlineMs
  await act('prepare')
  await act('sms')
  expect(await wakeUp()).toMatchObject({ rejection: { code: 'E_DOCUMENT_REJECTED' } })
  expect(await document()).toMatchObject({ state: 'verification_pending', errorCode: 'CODE_WRONG' })
  expect(await act('confirm')).toMatchObject({ voucher: { document: { state: 'sent' } } })
  expect(await faults()).toEqual([])
})

test('the recovery deletes nothing whose deletion was refused after it had looked', async () => {
  const { dealer, provider, fallAsleep, faults, document } = await draftAfter('prepare')
  provider.state.faults.order({ operation: 'voucher.cancel', mode: 'reject', times: 1, delayMs: 0 })
  const wakeUp = await fallAsleep('delete', { operation: 'cancel' }, 'deaf')
  await dealer.look()
  dealer.clock.now += patience.deadlineMs
  expect(await wakeUp()).toMatchObject({ rejection: { code: 'E_DOCUMENT_REJECTED' } })
  await dealer.recover(dealer.openDesk())
  expect(await document()).toMatchObject({ state: 'prepared', errorCode: 'CANCEL_REFUSED' })
  expect(await faults()).toEqual([])
})

test('what the provider said before it accepted a document says nothing of it any more', async () => {
  const { act, fallAsleep, faults, document } = await draftAfter('prepare', 'sms')
  const wakeUp = await fallAsleep('status', { operation: 'status' }, 'deaf')
  await act('confirm')
  expect(await wakeUp()).toMatchObject({ voucher: { document: { state: 'sent' } } })
  expect(await document()).toMatchObject({ state: 'sent', providerStatus: 'succeed' })
  expect(await faults()).toEqual([])
})
