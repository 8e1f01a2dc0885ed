import { expect, test } from 'vitest'
import { infrastructureForThisFile } from '#test/support/infrastructure.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { DEADLINE_MS, openCompany } from './company.ts'

const infrastructure = infrastructureForThisFile()
const SOON = { timeout: LONGEST_WAIT_MS, interval: 20 }

type Shop = Awaited<ReturnType<typeof openCompany>>

const types = async (company: Shop) => (await company.history()).map(({ event }) => event.type)

/** The instance's calls to the log: 2 is the attempt, 3 what came of it. */
const attempt = 'KmtsQueryStarted'

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
