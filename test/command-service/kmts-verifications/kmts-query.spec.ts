import { expect, test } from 'vitest'
import type { PlannedFailure } from '#test/support/faulty-event-store.ts'
import { infrastructureForThisFile } from '#test/support/infrastructure.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { DEADLINE_MS, newCommand, openCompany } from './company.ts'

const infrastructure = infrastructureForThisFile()
const SOON = { timeout: LONGEST_WAIT_MS, interval: 20 }

type Shop = Awaited<ReturnType<typeof openCompany>>

const types = async (company: Shop) => (await company.history()).map(({ event }) => event.type)

/** The instance's calls to the log: 1 is the attempt, 2 what came of it. */
interface Death {
  readonly what: string
  readonly plannedFailure: PlannedFailure
  /** How often the register is asked, and what the history then says. */
  readonly calls: number
  readonly end: readonly string[]
}

const attempt = 'KmtsQueryStarted'
const deaths: readonly Death[] = [
  {
    what: 'before the attempt is recorded',
    plannedFailure: { at: 2, failure: 'before' },
    calls: 0,
    end: [],
  },
  {
    what: 'when the attempt has been recorded',
    plannedFailure: { at: 2, failure: 'after' },
    calls: 0,
    end: [attempt, 'KmtsQueryFailed'],
  },
  {
    what: 'while the attempt is being recorded',
    plannedFailure: { at: 2, failure: 'late' },
    calls: 0,
    end: [attempt, 'KmtsQueryFailed'],
  },
  {
    what: 'before the answer is recorded',
    plannedFailure: { at: 3, failure: 'before' },
    calls: 1,
    end: [attempt, 'KmtsQueryFailed'],
  },
  {
    what: 'when the answer has been recorded',
    plannedFailure: { at: 3, failure: 'after' },
    calls: 1,
    end: [attempt, 'KmtsChecked'],
  },
]

test.each(deaths)(
  'the history is complete after a service dies $what',
  async ({ plannedFailure, calls, end }) => {
    const company = await openCompany(infrastructure())
    const instance = company.startInstance()
    instance.faulty.planFailure(plannedFailure)

    const refused = await instance.ask()
    await instance.faulty.deliverLate()

    expect(refused).toMatchObject({ code: 'KMTS_HISTORY_WRITE_FAILED' })
    expect(company.calls()).toBe(calls)
    const recovery = await company.recover()
    company.clock.now += DEADLINE_MS
    await expect.poll(() => types(company), SOON).toEqual(end)
    await expect.poll(recovery.open, SOON).toBe(0)
    expect(company.calls()).toBe(calls)
  },
)

test('a query of a dead process ends as a provider error, reported as interrupted', async () => {
  const company = await openCompany(infrastructure())
  const instance = company.startInstance()
  instance.faulty.planFailure({ at: 3, failure: 'before' })
  await instance.ask()
  await company.recover()

  company.clock.now += DEADLINE_MS
  await expect.poll(() => types(company), SOON).toEqual([attempt, 'KmtsQueryFailed'])

  const [started, failed] = await company.history()
  expect(failed?.event.data).toMatchObject({
    reason: 'interrupted',
    errorCode: 'KMTS_PROVIDER_UNAVAILABLE',
    durationMs: null,
  })
  expect(failed?.metadata).toMatchObject({
    actor: { kind: 'process', id: 'kmts-recovery' },
    causationId: started?.id,
    correlationId: started?.metadata.correlationId,
    attemptId: started?.metadata.attemptId,
  })
})

test('a query in flight is left alone until its deadline', async () => {
  const company = await openCompany(infrastructure())
  const instance = company.startInstance()
  instance.faulty.planFailure({ at: 3, failure: 'before' })
  await instance.ask()
  const recovery = await company.recover()
  await expect.poll(recovery.open, SOON).toBe(1)

  company.clock.now += DEADLINE_MS - 1
  await recovery.close()
  const other = await company.recover()
  await expect.poll(other.open, SOON).toBe(1)

  expect(await types(company)).toEqual([attempt])
  company.clock.now += 1
  await expect.poll(() => types(company), SOON).toEqual([attempt, 'KmtsQueryFailed'])
})

test('a process that continues too late returns the outcome that was recorded in between', async () => {
  const company = await openCompany(infrastructure())
  const instance = company.startInstance()
  instance.faulty.planFailure({ at: 3, failure: 'pausedBefore' })
  const answered = instance.ask()
  await instance.faulty.untilPaused()
  await company.recover()
  company.clock.now += DEADLINE_MS
  await expect.poll(() => types(company), SOON).toEqual([attempt, 'KmtsQueryFailed'])

  instance.faulty.resume()

  expect(await answered).toMatchObject({ status: 'failed', failure: { reason: 'interrupted' } })
  expect(await types(company)).toEqual([attempt, 'KmtsQueryFailed'])
})

test('without a recorded attempt there is no query; without a recorded answer the response names the attempt', async () => {
  const company = await openCompany(infrastructure())
  const [first, second] = [company.startInstance(), company.startInstance()]
  first.faulty.planFailure({ at: 2, failure: 'before' })
  second.faulty.planFailure({ at: 3, failure: 'before' })

  expect(await first.ask()).toMatchObject({
    code: 'KMTS_HISTORY_WRITE_FAILED',
    details: [{ field: 'request', rule: 'unavailable', retryAfter: 2, retryable: true }],
  })
  expect(company.calls()).toBe(0)
  const refused = await second.ask()

  const [started] = await company.history()
  const { verificationId, attemptId } = Object(started?.event.data)
  expect(refused).toMatchObject({
    code: 'KMTS_HISTORY_WRITE_FAILED',
    details: [{ field: 'request', rule: 'unknown', verificationId, attemptId, retryable: false }],
  })
  expect(company.calls()).toBe(1)
})

test.each([
  { at: 2, calls: 0 },
  { at: 3, calls: 1 },
])('a repeated command does not ask the register again ($at)', async ({ at, calls }) => {
  const company = await openCompany(infrastructure())
  const [first, second] = [company.startInstance(), company.startInstance()]
  const command = newCommand()
  first.faulty.planFailure({ at, failure: at === 2 ? 'after' : 'before' })
  await first.ask(command)

  const ended = await second.ask({ ...command, isRepeated: true })

  expect(ended).toMatchObject({ status: 'failed', failure: { reason: 'interrupted' } })
  expect(company.calls()).toBe(calls)
})

test('a repeated command returns the recorded answer', async () => {
  const company = await openCompany(infrastructure())
  const [first, second] = [company.startInstance(), company.startInstance()]
  const command = newCommand()
  first.faulty.planFailure({ at: 3, failure: 'after' })
  await first.ask(command)

  const again = { ...command, isRepeated: true }
  expect(await second.ask(again)).toMatchObject({
    status: 'answered',
    answer: { outcome: 'verified' },
  })
  expect(company.calls()).toBe(1)
})

test('a repeated command without an attempt makes one', async () => {
  const company = await openCompany(infrastructure())
  const ended = await company.startInstance().ask({ ...newCommand(), isRepeated: true })
  expect(ended).toMatchObject({ status: 'answered' })
  expect(company.calls()).toBe(1)
})

test('a stopping service does not wait for the register, and its query ends as interrupted', async () => {
  const company = await openCompany(infrastructure())
  const instance = company.startInstance()
  company.faults.order({ operation: 'kmts.query', mode: 'timeout', times: 1, delayMs: 0 })
  const asked = instance.ask()
  await expect.poll(company.calls, SOON).toBe(1)

  instance.close()

  expect(await asked).toMatchObject({
    status: 'failed',
    failure: { reason: 'interrupted', errorCode: 'KMTS_PROVIDER_UNAVAILABLE' },
  })
  expect(await types(company)).toEqual([attempt, 'KmtsQueryFailed'])
})
