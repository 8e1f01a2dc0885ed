import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  spendFromBudget,
  waitWithinBudget,
  withWaitingBudget,
  withWholeBudget,
} from '#kernel/platform/waiting/waiting-budget.ts'

const LIMIT_MS = 60_000

/** The time that the next wait would get. */
const nextWaitMs = () => waitWithinBudget(LIMIT_MS, async (deadlineMs) => deadlineMs - Date.now())

test('without a budget each wait has its own limit', async () => {
  spendFromBudget(LIMIT_MS)
  expect(await nextWaitMs()).toBeGreaterThan(LIMIT_MS - 1_000)
})

test('several waits of one request share its budget', () =>
  withWaitingBudget(10_000, async () => {
    expect(await nextWaitMs()).toBeGreaterThan(9_000)
    expect(spendFromBudget(4_000)).toBe(true)
    const leftMs = await nextWaitMs()
    expect(leftMs).toBeGreaterThan(5_000)
    expect(leftMs).toBeLessThanOrEqual(6_000)
    expect(spendFromBudget(7_000)).toBe(false)
    expect(await nextWaitMs()).toBeLessThanOrEqual(0)
  }))

test('a wait uses up its duration, even if it fails', () =>
  withWaitingBudget(LIMIT_MS, async () => {
    const failing = waitWithinBudget(LIMIT_MS, async () => {
      await pause(60)
      throw new Error('no answer')
    })
    await expect(failing).rejects.toThrow('no answer')
    expect(await nextWaitMs()).toBeLessThan(LIMIT_MS - 40)
  }))

test('time that several waits spend together counts once', () =>
  withWaitingBudget(LIMIT_MS, async () => {
    const begunMs = Date.now()
    const wait = (ms: number) => waitWithinBudget(LIMIT_MS, () => pause(ms))
    await Promise.all([wait(100), wait(100), pause(50).then(() => wait(100)), wait(100), wait(100)])
    const leftMs = await nextWaitMs()
    expect(leftMs).toBeLessThanOrEqual(LIMIT_MS - 140)
    expect(leftMs).toBeGreaterThanOrEqual(LIMIT_MS - (Date.now() - begunMs))
  }))

test('a wait that begins during another one gets the remaining time', () =>
  withWaitingBudget(LIMIT_MS, async () => {
    const [, second] = await Promise.all([
      waitWithinBudget(LIMIT_MS, () => pause(100)),
      pause(60).then(nextWaitMs),
    ])
    expect(second).toBeLessThan(LIMIT_MS - 40)
  }))

test('a part with a budget of its own leaves that of the request alone', () =>
  withWaitingBudget(10_000, async () => {
    spendFromBudget(9_000)
    await withWholeBudget(async () => {
      expect(await nextWaitMs()).toBeGreaterThan(9_000)
      spendFromBudget(9_000)
    })
    expect(await nextWaitMs()).toBeLessThanOrEqual(1_000)
  }))

test('without a budget a part has none either', async () => {
  expect(await withWholeBudget(nextWaitMs)).toBeGreaterThan(LIMIT_MS - 1_000)
})

test('a wait ends at a whole millisecond, as the store requires', () =>
  withWaitingBudget(1_000.5, async () => {
    spendFromBudget(0.3)
    expect(Number.isInteger(await waitWithinBudget(LIMIT_MS, async (endsMs) => endsMs))).toBe(true)
  }))

test('other work does not use up the budget', () =>
  withWaitingBudget(LIMIT_MS, async () => {
    const before = await nextWaitMs()
    await pause(300)
    expect(before - (await nextWaitMs())).toBeLessThan(200)
  }))
