import fc from 'fast-check'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { leasesIn } from '#command/event-sourcing/leases.ts'
import { livingFollowers } from '#command/reference-data/followers.ts'
import { isNotMadeYet } from '#kernel/platform/database/not-made-yet.ts'
import { makeTables, openPool } from '#kernel/platform/database/postgres.ts'
import { inTransaction } from '#kernel/platform/database/transaction.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { makeVaultTables } from '#kernel/platform/vault/tables.ts'
import { openVault } from '#kernel/platform/vault/vault.ts'
import { cover } from '#test/support/cover.ts'
import { destroyKeysIn } from '#test/support/destroy-keys.ts'
import { PATIENCE } from '#test/support/patience.ts'
import { eventLoopTurn, inOrder, type Order } from './comparison/in-order.ts'
import { keySteps, ownerOf } from './comparison/key-steps.ts'
import { leaseSteps } from './comparison/lease-steps.ts'
import { processSteps } from './comparison/process-steps.ts'
import { progressSteps } from './comparison/progress-steps.ts'
import { postgresUnderSetClock } from './comparison/set-clock.ts'
import { type Circumstances, outcomes } from './comparison/steps.ts'
import { type Answer, endWorld, worldOn } from './comparison/world.ts'
import { poolOn, type Reach, type SimulatedDatabase, simulatedDatabase } from './database.ts'

const emptyPool = () => poolOn(simulatedDatabase({ now: () => 0 }), async (work) => work())

test('a table is there once a module has made it, and never one of the read models', async () => {
  const pool = emptyPool()
  expect(await livingFollowers(pool)).toEqual([])
  const looked = pool.query('select * from "read_model"."customer"')
  await expect(looked).rejects.toSatisfy(isNotMadeYet)

  const leases = await leasesIn(pool, { logger: silentLogger, leaseMs: 1_000 })
  expect(await leases.whileHeld('one', async () => 'worked')).toBe('worked')
})

test('makes tables in a transaction on a connection, too', async () => {
  const pool = emptyPool()
  const definitions = 'create table if not exists command.follower (name text primary key);'
  await inTransaction(pool, (client) => makeTables(client, { schema: 'command', definitions }))
  const { rowCount } = await pool.query('delete from command.follower where name = $1', ['one'])
  expect(rowCount).toBe(0)
})

test('a statement that the database does not know is refused by its text', async () => {
  const pool = emptyPool()
  await leasesIn(pool, { logger: silentLogger, leaseMs: 1_000 })
  const text = 'select held_until from command.lease'
  await expect(pool.query(text)).rejects.toThrow(`the simulated database does not know: ${text}`)
})

/** Both databases, and the time that they have in common. */
async function bothForThisTest() {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  })
  onTestFinished(() => void vi.useRealTimers())
  let ms = Date.now()
  const now = () => ms
  const postgres = await postgresUnderSetClock(now)
  const poolOnPostgres = (reach: Reach, heard: (answer: Answer) => void = () => undefined) => {
    const query = (statement: string, values?: unknown[]) =>
      reach(async () => {
        const answer = await postgres.query(statement, values)
        heard(answer)
        return answer
      })
    return Object.assign(new pg.Pool(), { query })
  }
  await makeVaultTables(poolOnPostgres(async (work) => work()))
  const vaultPool = openPool(postgres.url, { logger: silentLogger, max: 1, name: 'test' })
  onTestFinished(() => vaultPool.end())
  const vault = await openVault(vaultPool, Buffer.alloc(32, 7))
  const circumstances: Circumstances = {
    pass(passed) {
      ms += passed
    },
    live(lived) {
      ms += lived
      vi.advanceTimersByTime(lived)
    },
    async forget(person) {
      const { id } = await vault.keyOf(ownerOf(person))
      await destroyKeysIn(postgres.url, [id])
      vault.destroyed.add([id])
    },
  }
  return {
    circumstances,
    onPostgres: async () => {
      vi.setSystemTime(ms)
      await postgres.emptied()
      const answers: Answer[] = []
      const poolWith = (reach: Reach) => poolOnPostgres(reach, (answer) => answers.push(answer))
      return worldOn({ vault, poolWith, answers, settled: postgres.settled })
    },
    onModel: () => {
      const database = simulatedDatabase({ now })
      const answers: Answer[] = []
      const execute: SimulatedDatabase['execute'] = (statement, values) => {
        const answer = database.execute(statement, values)
        answers.push(answer)
        return answer
      }
      const { send, settled } = inOrder()
      const poolWith = (reach: Reach) => poolOn({ execute }, slowly(reach, send))
      return worldOn({ vault, poolWith, answers, settled })
    },
  }
}

/** As over a network: whoever waits for nothing sends its statement before an answer comes. */
const slowly =
  (reach: Reach, send: Order['send']): Reach =>
  async (work) => {
    await reach(() => undefined)
    return send(async () => {
      await eventLoopTurn()
      await eventLoopTurn()
      return work()
    })
  }

/** Some thousand statements, one after the other. */
const MANY = { timeout: 240_000 * PATIENCE }

test('answers the statements of the command service as PostgreSQL does', MANY, async () => {
  const { circumstances, onPostgres, onModel } = await bothForThisTest()
  const step = fc.oneof(...keySteps, ...leaseSteps, ...processSteps, ...progressSteps)
  const cases = cover(...outcomes)
  const property = fc.asyncProperty(
    fc.array(step, { size: 'max', maxLength: 200 }),
    async (steps) => {
      const [real, model] = [await onPostgres(), await onModel()]
      try {
        for (const { meanwhile, take } of steps) {
          circumstances.pass(1)
          await meanwhile(circumstances)
          const [wanted, outcome] = [await take(real), await take(model)]
          const answered = real.named([wanted, real.answers()])
          expect(model.named([outcome, model.answers()])).toBe(answered)
          if (wanted !== undefined) cases.count(wanted.is)
        }
      } finally {
        await endWorld(real)
        await endWorld(model)
      }
    },
  )
  await cases.assert(property, { numRuns: 10 })
})
