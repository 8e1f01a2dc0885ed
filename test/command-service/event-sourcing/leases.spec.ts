import { expect, onTestFinished, test, vi } from 'vitest'
import { leasesIn } from '#command/event-sourcing/leases.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { databaseOfRoleForThisTest } from '#test/support/database.ts'

const LEASE_MS = 5_000
const NAME = 'bankQuery/1'

interface Held {
  readonly held_until: Date
}

async function twoProcesses() {
  const url = await databaseOfRoleForThisTest('command')
  const open = async () => {
    const pool = openPool(url, { logger: silentLogger, max: 2, name: 'test' })
    onTestFinished(() => pool.end())
    return { pool, ...(await leasesIn(pool, { logger: silentLogger, leaseMs: LEASE_MS })) }
  }
  return [await open(), await open()] as const
}

test('work on one thing is exclusive, and other things are free', async () => {
  const [one, other] = await twoProcesses()
  const done = Promise.withResolvers<string>()
  const begun = Promise.withResolvers<void>()
  const working = one.whileHeld(NAME, () => {
    begun.resolve()
    return done.promise
  })
  await begun.promise
  expect(await other.whileHeld(NAME, async () => 1)).toBeUndefined()
  expect(await other.whileHeld('bankQuery/2', async () => 2)).toBe(2)
  done.resolve('done')
  expect(await working).toBe('done')
  expect(await other.whileHeld(NAME, async () => 3)).toBe(3)
})

test('work that takes longer than a lease keeps it', async () => {
  const [one, other] = await twoProcesses()
  const outcome = await one.whileHeld(NAME, async (lost) => {
    const heldUntil = async () =>
      (await other.pool.query<Held>('select held_until from command.lease')).rows[0]?.held_until
    const first = (await heldUntil())?.getTime() ?? 0
    await vi.waitFor(
      async () => expect((await heldUntil())?.getTime()).toBeGreaterThan(first + LEASE_MS),
      { timeout: 10 * LEASE_MS },
    )
    return { lost: lost.aborted, other: await other.whileHeld(NAME, async () => 'taken') }
  })
  expect(outcome).toEqual({ lost: false, other: undefined })
})

test('work that fails releases the lease', async () => {
  const [one, other] = await twoProcesses()
  const failing = one.whileHeld(NAME, () => Promise.reject(new Error('no bank')))
  await expect(failing).rejects.toThrow('no bank')
  expect(await other.whileHeld(NAME, async () => 'free')).toBe('free')
})

test('a lost lease is reported, and the new owner’s lease is left alone', async () => {
  const [one, other] = await twoProcesses()
  await one.whileHeld(NAME, async (lost) => {
    await other.pool.query(`update command.lease set holder = gen_random_uuid(),
      held_until = now() + interval '1 minute'`)
    await vi.waitFor(() => expect(lost.aborted).toBe(true), { timeout: 10 * LEASE_MS })
  })
  expect(await other.whileHeld(NAME, async () => 'taken')).toBeUndefined()
})
