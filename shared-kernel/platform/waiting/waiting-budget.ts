import { AsyncLocalStorage } from 'node:async_hooks'

interface Budget {
  readonly limitMs: number
  leftMs: number
  /** Waits that go on at this moment; what they wait together counts once. */
  waits: number
  /** Epoch milliseconds: since when there is at least one. */
  waitingSince: number
}

/** Ambient, because a parameter would pass through fifty files (docs/adr/log.md). */
const budgets = new AsyncLocalStorage<Budget>()

/**
 * Bounds how long `work` waits in all for the event store, over as many appends and reads as it
 * makes. Time that it spends elsewhere, as at a provider, does not count.
 */
export const withWaitingBudget = <T>(limitMs: number, work: () => Promise<T>): Promise<T> =>
  budgets.run({ limitMs, leftMs: limitMs, waits: 0, waitingSince: 0 }, work)

/** For one of many parts of a long request, as a page of a bank's, and for what comes after its answer. */
export const withWholeBudget = <T>(work: () => Promise<T>): Promise<T> =>
  withWaitingBudget(budgets.getStore()?.limitMs ?? Infinity, work)

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
  const budget = budgets.getStore()
  if (budget === undefined) return wait(Date.now() + limitMs)
  const now = Date.now()
  if (budget.waits === 0) budget.waitingSince = now
  budget.waits += 1
  const leftMs = budget.leftMs - (now - budget.waitingSince)
  try {
    return await wait(now + Math.round(Math.max(Math.min(limitMs, leftMs), 0)))
  } finally {
    budget.waits -= 1
    if (budget.waits === 0) budget.leftMs -= Date.now() - budget.waitingSince
  }
}
