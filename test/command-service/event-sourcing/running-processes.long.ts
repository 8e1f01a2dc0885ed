import { expect, onTestFinished, test } from 'vitest'
import { joinRunningProcesses } from '#command/event-sourcing/running-processes.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { runningRequests } from '#kernel/platform/http/running-requests.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { databaseOfRoleForThisTest } from '#test/support/database.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { processForThisTest } from '#test/support/running-processes.ts'

const SOON = { timeout: LONGEST_WAIT_MS, interval: 50 }

const poolOf = (url: string) => openPool(url, { logger: silentLogger, max: 2, name: 'test' })

async function poolForThisTest() {
  const pool = poolOf(await databaseOfRoleForThisTest('command'))
  onTestFinished(() => pool.end())
  return pool
}

test('a request counts as running until its handler ends, as all other processes see', async () => {
  const pool = await poolForThisTest()
  const requests = runningRequests()
  await processForThisTest(pool, { requests })
  const other = await processForThisTest(pool)
  const ended = Promise.withResolvers<void>()

  const handling = requests.during('a slow request', () => ended.promise)

  await expect.poll(() => other.isRunning('a slow request'), SOON).toBe(true)
  expect(await other.isRunning('another request')).toBe(false)
  expect(await other.isRunning(null)).toBe(false)
  ended.resolve()
  await handling
  await expect.poll(() => other.isRunning('a slow request'), SOON).toBe(false)
})

test('of a process that has died, no request counts as running', async () => {
  const url = await databaseOfRoleForThisTest('command')
  const [pool, itsPool] = [poolOf(url), poolOf(url)]
  onTestFinished(() => pool.end())
  const requests = runningRequests()
  const mortal = await joinRunningProcesses({ pool: itsPool, logger: silentLogger, requests })
  onTestFinished(mortal.close)
  const other = await processForThisTest(pool)
  void requests.during('its request', () => new Promise(() => undefined))
  await expect.poll(() => other.isRunning('its request'), SOON).toBe(true)

  await itsPool.end()

  await expect.poll(() => other.isRunning('its request'), SOON).toBe(false)
})

test('time is the database’s, and a clock that is off by more than two seconds is a fault', async () => {
  const pool = await poolForThisTest()
  const processOff = (ms: number) => processForThisTest(pool, { clock: () => Date.now() + ms })
  const [right, ahead, behind] = [
    await processOff(0),
    await processOff(70_000),
    await processOff(-70_000),
  ]
  for (const { now } of [right, ahead, behind]) {
    expect(Math.abs(now() - Date.now())).toBeLessThan(10_000)
  }
  expect(right.clockFault()).toBeUndefined()
  expect(ahead.clockFault()).toMatch(/^the clock is [67]\d\.\d s ahead of the database's/)
  expect(behind.clockFault()).toMatch(/^the clock is [67]\d\.\d s behind the database's/)
})
