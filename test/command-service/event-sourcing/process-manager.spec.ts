import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { claimTransaction, releaseTransaction } from '#command/claims/transaction-claim.ts'
import { startProcessManager } from '#command/event-sourcing/process-manager.ts'
import { voucherRepositories } from '#command/expense-vouchers/repository.ts'
import { transactionClaimEvents } from '#kernel/events/claims.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { databaseOfRoleForThisTest } from '#test/support/database.ts'
import { infrastructureForThisFile } from '#test/support/infrastructure.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { originIn } from '#test/support/stored-events.ts'

const infrastructure = infrastructureForThisFile()
const SOON = { timeout: LONGEST_WAIT_MS, interval: 50 }

/** A transaction that stays claimed until somebody releases it. */
async function claimOneTransaction() {
  const { eventStore, vault } = infrastructure()
  const { transactionClaims } = voucherRepositories({ eventStore, vault, now: Date.now })
  const stream = `transactionClaim-${randomUUID()}`
  const claimed = {
    transactionId: '7a0000000000000000000001',
    owner: { kind: 'expenseVoucher', id: 'a voucher' },
  } as const
  const origin = originIn('company-1')
  await transactionClaims.execute({
    stream,
    decision: claimTransaction(claimed),
    origin,
  })
  return {
    stream,
    release: () =>
      transactionClaims.execute({ stream, decision: releaseTransaction(claimed), origin }),
  }
}

interface Different {
  readonly eventStore?: EventStore
  readonly clockFault?: () => string | undefined
  readonly isReadable?: boolean
  readonly takeAgainAfterMs?: number
}

/** The instances of a process of its own, whose open work is the claimed transactions. */
async function instances() {
  const pool = openPool(await databaseOfRoleForThisTest('command'), {
    logger: silentLogger,
    max: 8,
    name: 'test',
  })
  onTestFinished(() => pool.end())
  const { eventStore, vault } = infrastructure()
  return async (different: Different = {}) => {
    const { clockFault = () => undefined, isReadable = true, takeAgainAfterMs } = different
    const takenAt: number[] = []
    const manager = await startProcessManager<unknown, object>(
      {
        log: { eventStore: different.eventStore ?? eventStore, vault, now: Date.now },
        pool,
        logger: silentLogger,
        processes: { isRunning: async () => false, clockFault },
        ...(takeAgainAfterMs === undefined ? {} : { takeAgainAfterMs }),
      },
      {
        name: 'claimedTransactions',
        families: [transactionClaimEvents],
        workFrom: (saved) =>
          isReadable && saved !== undefined ? new Map(Object.entries(Object(saved))) : undefined,
        evolve: (work, { stream, event }) => {
          const others = [...work].filter(([id]) => id !== stream)
          return new Map(
            Object(event).type === 'TransactionClaimed' ? [...others, [stream, {}]] : others,
          )
        },
        resume: async () => {
          takenAt.push(performance.now())
          return takeAgainAfterMs !== undefined
        },
      },
    )
    onTestFinished(() => manager.close())
    return { ...manager, takenAt }
  }
}

test('a step that records nothing is taken again later', async () => {
  const { release } = await claimOneTransaction()
  const start = await instances()
  const { takenAt } = await start({ takeAgainAfterMs: 1_200 })

  await expect.poll(() => takenAt.length, SOON).toBeGreaterThanOrEqual(2)

  expect((takenAt[1] ?? 0) - (takenAt[0] ?? 0)).toBeGreaterThan(1_100)
  await release()
})

test('of two instances one stands by, until the other has gone', async () => {
  const { release } = await claimOneTransaction()
  const start = await instances()
  const first = await start()
  await expect.poll(first.open, SOON).toBe(1)
  const second = await start()
  expect(second.open()).toBe(0)

  await first.close()

  await expect.poll(second.open, SOON).toBe(1)
  await release()
  await expect.poll(second.open, SOON).toBe(0)
})

test('whose clock is wrong takes no step, and leaves it to another instance', async () => {
  const { release } = await claimOneTransaction()
  const start = await instances()
  let fault: string | undefined = 'the clock is ahead'
  const wrong = await start({ clockFault: () => fault })
  const right = await start({
    clockFault: () => (fault === undefined ? 'now it is this one' : undefined),
  })
  await expect.poll(right.open, SOON).toBe(1)
  expect(wrong.takenAt).toEqual([])

  fault = undefined

  await expect.poll(wrong.open, SOON).toBe(1)
  expect(right.open()).toBe(0)
  await release()
})

test('a start continues at the saved place with the saved work, unless another version saved it', async () => {
  const { release } = await claimOneTransaction()
  const { eventStore } = infrastructure()
  const startedAfter: LogPosition[] = []
  const subscribe: EventStore['subscribe'] = (wanted) => {
    startedAfter.push(wanted.after.position)
    return eventStore.subscribe(wanted)
  }
  const start = await instances()
  const head = await eventStore.headOfLog()
  for (const isReadable of [false, true, false]) {
    const instance = await start({ eventStore: { ...eventStore, subscribe }, isReadable })
    await expect.poll(instance.open, SOON).toBe(1)
    await instance.close()
  }

  expect(startedAfter.map((after) => after >= head)).toEqual([false, true, false])
  await release()
})
