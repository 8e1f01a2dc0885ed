import { expect, test } from 'vitest'
import type { Strike } from '#test/support/mortal-store.ts'
import { worldForThisFile } from '#test/support/world.ts'
import { DEADLINE_MS, newCommand, openShop } from './shop.ts'

const world = worldForThisFile()
const SOON = { timeout: 8_000, interval: 20 }

type Shop = Awaited<ReturnType<typeof openShop>>

const types = async (shop: Shop) => (await shop.history()).map(({ event }) => event.type)

/** The desk's calls to the log: 1 is the attempt, 2 what came of it. */
interface Death {
  readonly what: string
  readonly strike: Strike
  /** How often the register is asked, and what the history then says. */
  readonly calls: number
  readonly end: readonly string[]
}

const attempt = 'KmtsQueryStarted'
const deaths: readonly Death[] = [
  {
    what: 'before the attempt is recorded',
    strike: { at: 1, blow: 'before' },
    calls: 0,
    end: [],
  },
  {
    what: 'when the attempt has been recorded',
    strike: { at: 1, blow: 'after' },
    calls: 0,
    end: [attempt, 'KmtsQueryFailed'],
  },
  {
    what: 'while the attempt is on its way',
    strike: { at: 1, blow: 'late' },
    calls: 0,
    end: [attempt, 'KmtsQueryFailed'],
  },
  {
    what: 'before the answer is recorded',
    strike: { at: 2, blow: 'before' },
    calls: 1,
    end: [attempt, 'KmtsQueryFailed'],
  },
  {
    what: 'when the answer has been recorded',
    strike: { at: 2, blow: 'after' },
    calls: 1,
    end: [attempt, 'KmtsQueryAnswered'],
  },
]

test.each(deaths)(
  'a service that dies $what leaves a history that ends',
  async ({ strike, calls, end }) => {
    const shop = await openShop(world())
    const desk = shop.openDesk()
    desk.mortal.strike(strike)

    const refused = await desk.ask()
    await desk.mortal.land()

    expect(refused).toMatchObject({ code: 'KMTS_HISTORY_WRITE_FAILED' })
    expect(shop.calls()).toBe(calls)
    const recovery = await shop.recover()
    shop.clock.now += DEADLINE_MS
    await expect.poll(() => types(shop), SOON).toEqual(end)
    await expect.poll(recovery.open, SOON).toBe(0)
    expect(shop.calls()).toBe(calls)
  },
)

test('what nobody is there to record any more is a provider error, told as interrupted', async () => {
  const shop = await openShop(world())
  const desk = shop.openDesk()
  desk.mortal.strike({ at: 2, blow: 'before' })
  await desk.ask()
  await shop.recover()

  shop.clock.now += DEADLINE_MS
  await expect.poll(() => types(shop), SOON).toEqual([attempt, 'KmtsQueryFailed'])

  const [started, failed] = await shop.history()
  expect(failed?.event.data).toMatchObject({
    reason: 'interrupted',
    errorCode: 'KMTS_PROVIDER_UNAVAILABLE',
    durationMs: null,
  })
  expect(failed?.metadata).toMatchObject({
    actor: { kind: 'process', id: 'kmts-recovery' },
    causationId: started?.id,
    correlationId: started?.metadata.correlationId,
    attemptId: started?.metadata.attemptId,
  })
})

test('a query that is still on its way is left alone until its time is over', async () => {
  const shop = await openShop(world())
  const desk = shop.openDesk()
  desk.mortal.strike({ at: 2, blow: 'before' })
  await desk.ask()
  const recovery = await shop.recover()
  await expect.poll(recovery.open, SOON).toBe(1)

  shop.clock.now += DEADLINE_MS - 1
  const other = await shop.recover()
  await expect.poll(other.open, SOON).toBe(1)

  expect(await types(shop)).toEqual([attempt])
  shop.clock.now += 1
  await expect.poll(() => types(shop), SOON).toEqual([attempt, 'KmtsQueryFailed'])
})

test('who wakes up too late hears what was recorded in the meantime', async () => {
  const shop = await openShop(world())
  const desk = shop.openDesk()
  desk.mortal.strike({ at: 2, blow: 'asleep' })
  const answered = desk.ask()
  await desk.mortal.asleep()
  await shop.recover()
  shop.clock.now += DEADLINE_MS
  await expect.poll(() => types(shop), SOON).toEqual([attempt, 'KmtsQueryFailed'])

  desk.mortal.wake()

  expect(await answered).toMatchObject({ status: 'failed', failure: { reason: 'interrupted' } })
  expect(await types(shop)).toEqual([attempt, 'KmtsQueryFailed'])
})

test('where the attempt cannot be recorded nothing is asked; where the answer cannot, it is named', async () => {
  const shop = await openShop(world())
  const [first, second] = [shop.openDesk(), shop.openDesk()]
  first.mortal.strike({ at: 1, blow: 'before' })
  second.mortal.strike({ at: 2, blow: 'before' })

  expect(await first.ask()).toMatchObject({
    code: 'KMTS_HISTORY_WRITE_FAILED',
    details: [{ retryable: true }],
  })
  expect(shop.calls()).toBe(0)
  const refused = await second.ask()

  const [started] = await shop.history()
  const { verificationId, attemptId } = Object(started?.event.data)
  expect(refused).toMatchObject({
    code: 'KMTS_HISTORY_WRITE_FAILED',
    details: [{ verificationId, attemptId, retryable: true }],
  })
  expect(shop.calls()).toBe(1)
})

test.each([
  { at: 1, calls: 0 },
  { at: 2, calls: 1 },
])('a repeated command does not ask the register again ($at)', async ({ at, calls }) => {
  const shop = await openShop(world())
  const [first, second] = [shop.openDesk(), shop.openDesk()]
  const command = newCommand()
  first.mortal.strike({ at, blow: at === 1 ? 'after' : 'before' })
  await first.ask(command)

  const ended = await second.ask({ ...command, isRepeated: true })

  expect(ended).toMatchObject({ status: 'failed', failure: { reason: 'interrupted' } })
  expect(shop.calls()).toBe(calls)
})

test('a repeated command whose answer was recorded is given that answer', async () => {
  const shop = await openShop(world())
  const [first, second] = [shop.openDesk(), shop.openDesk()]
  const command = newCommand()
  first.mortal.strike({ at: 2, blow: 'after' })
  await first.ask(command)

  const again = { ...command, isRepeated: true }
  expect(await second.ask(again)).toMatchObject({
    status: 'answered',
    answer: { outcome: 'verified' },
  })
  expect(shop.calls()).toBe(1)
})

test('a repeated command that had not come to its attempt makes it', async () => {
  const shop = await openShop(world())
  const ended = await shop.openDesk().ask({ ...newCommand(), isRepeated: true })
  expect(ended).toMatchObject({ status: 'answered' })
  expect(shop.calls()).toBe(1)
})

test('a service that stops does not wait for the register: what it asked ends as interrupted', async () => {
  const shop = await openShop(world())
  const desk = shop.openDesk()
  shop.faults.order({ operation: 'kmts.query', mode: 'timeout', times: 1, delayMs: 0 })
  const asked = desk.ask()
  await expect.poll(shop.calls, SOON).toBe(1)

  desk.close()

  expect(await asked).toMatchObject({
    status: 'failed',
    failure: { reason: 'interrupted', errorCode: 'KMTS_PROVIDER_UNAVAILABLE' },
  })
  expect(await types(shop)).toEqual([attempt, 'KmtsQueryFailed'])
})
