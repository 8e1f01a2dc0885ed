import { AsyncLocalStorage } from 'node:async_hooks'

interface Budget {
  leftMs: number
}

const budgets = new AsyncLocalStorage<Budget>()

/**
 * Bounds how long `work` waits in all for the event store, over as many appends and reads as it
 * makes. Time that it spends elsewhere, as at a provider, does not count.
 */
export const withWaitingBudget = <T>(limitMs: number, work: () => Promise<T>): Promise<T> =>
  budgets.run({ leftMs: limitMs }, work)

/** Work that a queue runs later keeps the budget of the request that it belongs to. */
export const keepingBudget = <T>(work: () => T): (() => T) => AsyncLocalStorage.bind(work)

/** Takes time off the budget; false when nothing is left of it. */
export function spendFromBudget(ms: number): boolean {
  const budget = budgets.getStore()
  if (budget === undefined) return true
  budget.leftMs -= ms
  return budget.leftMs > 0
}

/**
 * Gives `wait` the epoch milliseconds at which it must end: `limitMs` from now, or sooner where the
 * budget has less left.
 */
export async function waitWithinBudget<T>(
  limitMs: number,
  wait: (deadlineMs: number) => Promise<T>,
): Promise<T> {
  const leftMs = budgets.getStore()?.leftMs ?? limitMs
  const startedAt = Date.now()
  try {
    return await wait(startedAt + Math.round(Math.max(Math.min(limitMs, leftMs), 0)))
  } finally {
    spendFromBudget(Date.now() - startedAt)
  }
}
