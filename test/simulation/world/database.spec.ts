import { expect, test } from 'vitest'
import { leasesIn } from '#command/event-sourcing/leases.ts'
import { livingFollowers } from '#command/reference-data/followers.ts'
import { isNotMadeYet } from '#kernel/platform/database/not-made-yet.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { poolOn, simulatedDatabase } from './database.ts'

const emptyPool = () => poolOn(simulatedDatabase({ now: () => 0 }), async (work) => work())

test('a table is there once a module has made it, and never one of the read models', async () => {
  const pool = emptyPool()
  expect(await livingFollowers(pool)).toEqual([])
  const looked = pool.query('select * from "read_model"."customer"')
  await expect(looked).rejects.toSatisfy(isNotMadeYet)

  const leases = await leasesIn(pool, { logger: silentLogger, leaseMs: 1_000 })
  expect(await leases.whileHeld('one', async () => 'worked')).toBe('worked')
})

test('a statement that the database does not know is refused by its text', async () => {
  const pool = emptyPool()
  await leasesIn(pool, { logger: silentLogger, leaseMs: 1_000 })
  const text = 'select held_until from command.lease'
  await expect(pool.query(text)).rejects.toThrow(`the simulated database does not know: ${text}`)
})
