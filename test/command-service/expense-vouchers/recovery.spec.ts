import { expect, onTestFinished, test } from 'vitest'
import type { RunningProcesses } from '#command/event-sourcing/running-processes.ts'
import { startVoucherRecovery } from '#command/expense-vouchers/recovery.ts'
import type { EventStore, LogSubscription } from '#kernel/platform/event-store/event-store.ts'
import { runningRequests } from '#kernel/platform/http/running-requests.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import type { PlannedFailure } from '#test/support/faulty-event-store.ts'
import { infrastructureForThisFile } from '#test/support/infrastructure.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { processForThisTest } from '#test/support/running-processes.ts'
import { type Dealer, fromBank, manual, openDealer, patience } from './dealer.ts'
import { auditOf } from './log-audit.ts'
import { ask, faultsIn, type RequestTries, tryAt } from './requests.ts'

const infrastructure = infrastructureForThisFile()
const SOON = { timeout: LONGEST_WAIT_MS, interval: 20 }

interface Different {
  readonly eventStore?: EventStore
  readonly processes?: RunningProcesses
}

async function recoveryFor(dealer: Dealer, { eventStore, processes }: Different = {}) {
  const { parts } = dealer.startInstance()
  const { pool, eventStore: store } = infrastructure()
  let looks = 0
  const now = () => {
    looks += 1
    return dealer.log.now()
  }
  const recovery = await startVoucherRecovery({
    log: { ...dealer.log, now, eventStore: eventStore ?? store },
    pool,
    electronic: parts,
    patience,
    logger: silentLogger,
    processes: processes ?? (await processForThisTest(pool)),
  })
  onTestFinished(recovery.close)
  return { ...recovery, looks: () => looks }
}

async function dyingAt(dealer: Dealer, plannedFailure: PlannedFailure, asked: RequestTries) {
  const instance = dealer.startInstance()
  instance.faulty.planFailure(plannedFailure)
  expect(await tryAt(dealer, instance, asked)).toEqual({ kind: 'died' })
}

/** Each is left at another step, by a process that dies there. */
async function leaveOpen(dealer: Dealer): Promise<RequestTries[]> {
  const transactionId = dealer.companyId.replace(/^../, '7a')
  await dealer.recordTransaction({ transactionId })
  const claimed = ask(fromBank(transactionId))
  await dyingAt(dealer, { at: { append: 'documentLedger' }, failure: 'after' }, claimed)
  const requested = ask(manual({ amount: 5400 }))
  await dyingAt(dealer, { at: { append: 'numberBook' }, failure: 'before' }, requested)
  const numbered = ask(manual({ amount: 5500 }))
  await dyingAt(dealer, { at: { append: 'numberBook' }, failure: 'after' }, numbered)
  const deleted = ask(manual({ amount: 5600, isDraft: true }))
  const instance = dealer.startInstance()
  const created = await tryAt(dealer, instance, deleted)
  const id = created.kind === 'created' ? created.voucher.id : ''
  instance.faulty.planFailure({ at: { append: 'expenseVoucher' }, failure: 'after' })
  await instance.electronic.deleteVoucher(id, dealer.context).catch(() => undefined)
  deleted.isDeleted = true
  return [claimed, requested, numbered, deleted]
}

const statuses = async (dealer: Dealer) =>
  [...auditOf(await dealer.events(), new Set()).vouchers.values()].map(({ status }) => status)

test('the recovery completes work of dead processes, but not before it is due', async () => {
  const dealer = openDealer(infrastructure())
  const asked = await leaveOpen(dealer)
  const recovery = await recoveryFor(dealer)
  await expect.poll(recovery.open, SOON).toBe(4)
  const before = recovery.looks()
  // By the common clock, at each of the four.
  await expect.poll(recovery.looks, SOON).toBeGreaterThan(before + 4)
  expect(await statuses(dealer)).toEqual(['finalizing', 'finalizing', 'deleted'])

  dealer.clock.now += patience.graceMs
  await expect
    .poll(() => statuses(dealer), SOON)
    .toEqual(['finalized', 'finalized', 'deleted', 'abandoned'])
  // What was fenced is released after the same time.
  dealer.clock.now += patience.graceMs
  await expect.poll(recovery.open, SOON).toBe(0)
  await expect.poll(() => faultsIn(dealer, asked), SOON).toEqual([])
})

test('recovered work belongs to the request that started it', async () => {
  const dealer = openDealer(infrastructure())
  await leaveOpen(dealer)
  const recovery = await recoveryFor(dealer)
  await expect.poll(recovery.open, SOON).toBe(4)
  dealer.clock.now += patience.deadlineMs
  await expect.poll(recovery.open, SOON).toBe(0)

  const written = (await dealer.events()).map(({ id, metadata }) => ({ id, metadata }))
  const recovered = written.filter(
    ({ metadata }) => Object(metadata['actor']).id === 'voucher-recovery',
  )
  const byId = new Map(written.map(({ id, metadata }) => [id, metadata]))
  const carriedOn = recovered.map(({ metadata }) => byId.get(String(metadata['causationId'])))
  expect(carriedOn.length).toBeGreaterThan(3)
  expect(recovered.map(({ metadata }) => metadata['correlationId'])).toEqual(
    carriedOn.map((cause) => cause?.['correlationId']),
  )
})

test('of two recoveries one stands by, until the other has gone', async () => {
  const dealer = openDealer(infrastructure())
  const asked = await leaveOpen(dealer)
  const first = await recoveryFor(dealer)
  await expect.poll(first.open, SOON).toBe(4)
  const second = await recoveryFor(dealer)
  expect(second.open()).toBe(0)

  await first.close()

  await expect.poll(second.open, SOON).toBe(4)
  dealer.clock.now += patience.deadlineMs
  await expect.poll(() => faultsIn(dealer, asked), SOON).toEqual([])
})

test('whose clock is wrong recovers nothing, and leaves it to another instance', async () => {
  const dealer = openDealer(infrastructure())
  const asked = await leaveOpen(dealer)
  const clock = () => Date.now() + 70_000
  const processes = await processForThisTest(infrastructure().pool, { clock })
  const wrong = await recoveryFor(dealer, { processes })
  const right = await recoveryFor(dealer)

  await expect.poll(right.open, SOON).toBe(4)
  dealer.clock.now += patience.deadlineMs
  await expect.poll(() => faultsIn(dealer, asked), SOON).toEqual([])
  expect(wrong.open()).toBe(0)
})

test('a request that still runs is left alone, however late it is', async () => {
  const dealer = openDealer(infrastructure())
  await leaveOpen(dealer)
  const requests = runningRequests()
  const processes = await processForThisTest(infrastructure().pool, { requests })
  const ended = Promise.withResolvers<void>()
  const handling = requests.during(dealer.context.requestId, () => ended.promise)
  await expect.poll(() => processes.isRunning(dealer.context.requestId), SOON).toBe(true)
  let asked = 0
  const isRunning: RunningProcesses['isRunning'] = (requestId) => {
    asked += 1
    return processes.isRunning(requestId)
  }
  const recovery = await recoveryFor(dealer, { processes: { ...processes, isRunning } })
  await expect.poll(recovery.open, SOON).toBe(4)
  const before = await statuses(dealer)
  dealer.clock.now += patience.deadlineMs
  const askedSoFar = asked
  // Each open voucher twice, and once more for what was asked when time passed.
  await expect.poll(() => asked - askedSoFar, SOON).toBeGreaterThan(3 * 4)
  expect(await statuses(dealer)).toEqual(before)

  ended.resolve()
  await handling

  await expect.poll(recovery.open, SOON).toBe(0)
})

test('a start continues at the saved place with the saved open work', async () => {
  const dealer = openDealer(infrastructure())
  const head = await infrastructure().eventStore.headOfLog()
  const asked = await leaveOpen(dealer)
  const first = await recoveryFor(dealer)
  await expect.poll(first.open, SOON).toBe(4)
  await first.close()

  const subscribed: LogSubscription[] = []
  const { eventStore } = infrastructure()
  const subscribe = (wanted: LogSubscription) => {
    subscribed.push(wanted)
    return eventStore.subscribe(wanted)
  }
  const second = await recoveryFor(dealer, { eventStore: { ...eventStore, subscribe } })
  await expect
    .poll(() => subscribed.map(({ after }) => after.position > head), SOON)
    .toEqual([true])
  await expect.poll(second.open, SOON).toBe(4)
  dealer.clock.now += patience.deadlineMs
  await expect.poll(() => faultsIn(dealer, asked), SOON).toEqual([])
})

test('open work saved by another version is ignored, and the log is read again', async () => {
  const dealer = openDealer(infrastructure())
  await leaveOpen(dealer)
  await (await recoveryFor(dealer)).close()
  await infrastructure().pool.query(
    `update command.process_state set state = '{"voucher": {"stage": "onLostAnswer of"}}'`,
  )
  const recovery = await recoveryFor(dealer)
  await expect.poll(recovery.open, SOON).toBe(4)
})
