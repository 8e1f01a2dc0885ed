import { onTestFinished } from 'vitest'
import type { Command } from '#command/event-sourcing/command.ts'
import { idempotencyIn, type SettleRecord } from '#command/event-sourcing/idempotency.ts'
import { requestsInDoubt } from '#command/event-sourcing/requests-in-doubt.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { openVault } from '#kernel/platform/vault/vault.ts'
import { databaseForThisTest, databasesOfRoles } from '#test/support/database.ts'
import { destroyKeysIn } from '#test/support/destroy-keys.ts'
import { contextIn } from '#test/support/request-context.ts'
import { processForThisTest } from '#test/support/running-processes.ts'

const LEASE_MS = 60_000
export const PERSON = { purpose: 'customer', person: '10000000146' } as const
export const CANARY = 'Ayşe Kanarya'

export const usedForAnother = {
  code: 'CONFLICT',
  details: [{ field: 'Idempotency-Key', rule: 'mismatch' }],
}
export const inProgress = {
  code: 'CONFLICT',
  details: [{ field: 'Idempotency-Key', rule: 'inProgress', retryAfter: 2 }],
}
export const answer = { data: { id: 'made', name: CANARY }, headers: { 'x-event-position': '7' } }

export async function keysForThisTest() {
  const administratorUrl = await databaseForThisTest()
  const pool = openPool(databasesOfRoles(administratorUrl).command, {
    logger: silentLogger,
    max: 5,
    name: 'test',
  })
  onTestFinished(() => pool.end())
  const vault = await openVault(pool, Buffer.alloc(32, 7))
  const [process, successor] = [await processForThisTest(pool), await processForThisTest(pool)]
  const inDoubt = await requestsInDoubt({ pool, logger: silentLogger })
  const readers = { show: true }
  const untilReadable = async () => readers.show
  const keeping = { pool, vault, logger: silentLogger, leaseMs: LEASE_MS, inDoubt, untilReadable }
  const keys = idempotencyIn({ ...keeping, holder: process.id })
  const keysOfSuccessor = idempotencyIn({ ...keeping, holder: successor.id })
  const begun: Command[] = []

  return {
    pool,
    keys,
    readers,
    begun,
    /** Destroys the person's key, as other processes do. */
    forget: async () => {
      const { id } = await vault.keyOf({ companyId: 'company-1', ...PERSON })
      await destroyKeysIn(administratorUrl, [id])
      vault.destroyed.add([id])
    },
    /** Does the work, which by default is to answer. */
    once: (
      given: Asking = {},
      work: () => Promise<typeof answer> = () => Promise.resolve(answer),
    ) =>
      keys.once(requestOf(given), (command) => {
        begun.push(command)
        return work()
      }),
    /** The same at another process. */
    onceAtSuccessor: (given: Asking = {}) =>
      keysOfSuccessor.once(requestOf(given), (command) => {
        begun.push(command)
        return Promise.resolve(answer)
      }),
    /** As if the process were killed: its heartbeat ends, and nobody takes it away. */
    die: async () => {
      await process.close()
      await pool.query(
        `insert into command.process (id, alive_until, requests)
         values ($1, now() + interval '10 minutes', '{}')`,
        [process.id],
      )
    },
    /** The heartbeat has been silent for so much longer. */
    silent: (time: string) =>
      pool.query(
        'update command.process set alive_until = alive_until - $2::interval where id = $1',
        [process.id, time],
      ),
    /** Everything that was begun is so much older. */
    pass: (time: string) =>
      pool.query(
        `update vault.idempotency
         set created_at = created_at - $1::interval, lease_until = lease_until - $1::interval`,
        [time],
      ),
  }
}

export interface Asking {
  readonly key?: string | null
  readonly companyId?: string
  readonly body?: unknown
  readonly operation?: string
  readonly shows?: typeof PERSON
  readonly settle?: SettleRecord
}

function requestOf({
  key = 'key-1',
  companyId = 'company-1',
  body = { name: CANARY, amount: 1 },
  operation = 'createVoucher',
  ...shown
}: Asking) {
  const context = contextIn(companyId, { idempotencyKey: key })
  return { context, operation, creates: 'expenseVoucher', body, ...shown }
}
