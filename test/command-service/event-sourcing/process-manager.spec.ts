import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { claimTransaction } from '#command/claims/transaction-claim.ts'
import { startProcessManager } from '#command/event-sourcing/process-manager.ts'
import { voucherRepositories } from '#command/expense-vouchers/repository.ts'
import { transactionClaimEvents } from '#kernel/events/claims.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { databaseOfRoleForThisTest } from '#test/support/database.ts'
import { infrastructureForThisFile } from '#test/support/infrastructure.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { originIn } from '#test/support/stored-events.ts'

const infrastructure = infrastructureForThisFile()
const SOON = { timeout: LONGEST_WAIT_MS, interval: 50 }

async function claimOneTransaction() {
  const { eventStore, vault } = infrastructure()
  await voucherRepositories({ eventStore, vault, now: Date.now }).transactionClaims.execute({
    stream: `transactionClaim-${randomUUID()}`,
    decision: claimTransaction({
      transactionId: '7a0000000000000000000001',
      owner: { kind: 'expenseVoucher', id: 'a voucher' },
    }),
    origin: originIn('company-1'),
  })
}

test('a step that records nothing is taken again later', async () => {
  const { eventStore, vault } = infrastructure()
  const pool = openPool(await databaseOfRoleForThisTest('command'), {
    logger: silentLogger,
    max: 4,
    name: 'test',
  })
  onTestFinished(() => pool.end())
  await claimOneTransaction()
  const takenAt: number[] = []
  const manager = await startProcessManager(
    {
      log: { eventStore, vault, now: Date.now },
      pool,
      logger: silentLogger,
      processes: { isRunning: async () => false, clockFault: () => undefined },
      takeAgainAfterMs: 1_200,
    },
    {
      name: 'stepsThatRecordNothing',
      families: [transactionClaimEvents],
      workFrom: () => new Map(),
      evolve: (work, { stream }) => new Map(work).set(stream, {}),
      resume: async () => {
        takenAt.push(performance.now())
        return true
      },
    },
  )
  onTestFinished(() => manager.close())

  await expect.poll(() => takenAt.length, SOON).toBeGreaterThanOrEqual(2)

  expect((takenAt[1] ?? 0) - (takenAt[0] ?? 0)).toBeGreaterThan(1_100)
})
