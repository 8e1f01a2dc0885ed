import { expect, onTestFinished, test, vi } from 'vitest'
import { customerEvents } from '#kernel/events/customer.ts'
import { settingsFrom } from '#kernel/platform/settings/read.ts'
import { rebuildCommand } from '#projections/cli/rebuild-command.ts'
import { statusCommand } from '#projections/cli/status-command.ts'
import { readProjectionsSettings } from '#projections/settings.ts'
import { startProjections } from '#projections/wiring.ts'
import { freePort } from '#stack/free-port.ts'
import { relayForThisTest } from '#test/shared-kernel/platform/event-store/relay.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { startedWith } from '#test/support/started-with.ts'
import { terminalOf } from './cli/terminal.ts'
import { type Dealer, dealerForThisTest } from './dealer.ts'
import { customerRecorded } from './samples.ts'

/** The option of a request to read that asks for everything to come, too, in its bytes. */
const SUBSCRIPTION = Buffer.from([0x32, 0])
const SOON = { timeout: LONGEST_WAIT_MS, interval: 50 }

const customerComes = (dealer: Dealer, customerId: string) =>
  dealer.write(customerEvents, customerId, customerRecorded({ customerId }))

/** The projections, with their hash chain, behind a wire that may leave out what a store sends. */
async function projectionsOf(dealer: Dealer) {
  const relay = await relayForThisTest(Number(new URL(dealer.eventStoreUrl).port))
  return {
    relay,
    start: async () => {
      const port = await freePort()
      const closings: (() => unknown)[] = []
      const settings = readProjectionsSettings(
        settingsFrom({
          PORT: String(port),
          DATABASE_URL: dealer.databases.projections,
          EVENTSTORE_URL: relay.url,
          VAULT_KEY: dealer.vaultKey.toString('hex'),
        }),
      )
      await startProjections(
        startedWith('projections', settings, (_name, end) => void closings.push(end)),
      )
      let isClosed = false
      async function close() {
        if (isClosed) return
        isClosed = true
        for (const each of closings.toReversed()) await each()
      }
      onTestFinished(close)
      const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
      return {
        close,
        readiness: async () => {
          const answer = await ask('/health/ready')
          return { status: answer.status, said: await answer.text() }
        },
        metrics: async () => (await ask('/metrics')).text(),
      }
    },
  }
}

type Running = Awaited<ReturnType<Awaited<ReturnType<typeof projectionsOf>>['start']>>

const expectSoon = (running: Running, status: number, said: RegExp) =>
  vi.waitFor(
    async () =>
      expect(await running.readiness()).toEqual({ status, said: expect.stringMatching(said) }),
    SOON,
  )

/** Until the chain has what the tables show, and a comparison has been made. */
const untilCompared = (dealer: Dealer, events: number) =>
  vi.waitFor(
    async () =>
      expect(
        await dealer.rows('select sum(event_count)::integer as events from vault.log_chain'),
      ).toEqual([{ events }]),
    SOON,
  )

test('an event that the store leaves out of a subscription is missed by name, until the tables are built again', async () => {
  const dealer = await dealerForThisTest()
  const run = terminalOf(dealer)
  for (const customerId of ['one', 'left-out', 'three']) await customerComes(dealer, customerId)
  const { relay, start } = await projectionsOf(dealer)
  relay.changeRead = (answer, request) =>
    request.includes('customer-') && answer.includes('customer-left-out') ? undefined : answer
  const running = await start()

  await expectSoon(running, 503, /read_model lacks an event of the log: 1 of customer/)
  expect((await running.readiness()).said).toContain('"state":"incomplete"')
  expect((await run(statusCommand)).line).toMatchObject({
    state: 'incomplete',
    lagEvents: 0,
    failure: 'read_model lacks an event of the log: 1 of customer',
  })
  expect(await running.metrics()).toMatch(
    /^sarraf_follower_missing_events\{.*follower="read_model".*\} 1$/m,
  )

  relay.changeRead = (answer) => answer
  await running.close()
  const again = await start()
  await expectSoon(again, 503, /read_model lacks an event of the log: 1 of customer/)
  expect(await run(rebuildCommand, 'read_model', '--accept-differences')).toMatchObject({
    line: { outcome: 'switched' },
  })
  await expectSoon(again, 200, /"state":"live"/)
  expect((await run(statusCommand)).line).toMatchObject({ state: 'live' })
  expect(await again.metrics()).not.toMatch(/^sarraf_follower_missing_events\{/m)
})

test('an event that the hash chain has missed is missed there, until the chain is made again', async () => {
  const dealer = await dealerForThisTest()
  for (const customerId of ['one', 'left-out', 'three']) await customerComes(dealer, customerId)
  const { relay, start } = await projectionsOf(dealer)
  relay.changeRead = (answer, request) =>
    request.includes(SUBSCRIPTION) &&
    !request.includes('customer-') &&
    answer.includes('customer-left-out')
      ? undefined
      : answer
  const running = await start()

  await expectSoon(running, 503, /log_chain lacks an event of the log: 1 of customer/)
  relay.changeRead = (answer) => answer
  await dealer.rows('truncate vault.log_chain')
  await customerComes(dealer, 'later')
  await expectSoon(running, 200, /"state":"live"/)
})

test('places and blocks that do not count yet raise no alarm, and count from then on', async () => {
  const dealer = await dealerForThisTest()
  const run = terminalOf(dealer)
  const { start } = await projectionsOf(dealer)
  for (const customerId of ['one', 'two']) await customerComes(dealer, customerId)
  const before = await start()
  await expectSoon(before, 200, /ready/)
  await untilCompared(dealer, 2)
  await before.close()
  await dealer.rows(`update read_model.checkpoint set last_event = last_event - 'passed'`)
  await dealer.rows('update vault.log_chain set categories = null, tally = null')

  const after = await start()
  await customerComes(dealer, 'three')
  await untilCompared(dealer, 3)
  await expectSoon(after, 200, /ready/)
  await vi.waitFor(async () => {
    await customerComes(dealer, `more-${Math.random()}`)
    await dealer.untilShown()
    const [row] = await dealer.rows<{ passed: Record<string, number> | null; events: number }>(
      `select last_event->'passed' as passed,
         (select sum(event_count)::integer from vault.log_chain) as events
       from read_model.checkpoint`,
    )
    expect(row?.passed?.['customer']).toBeGreaterThanOrEqual(3)
  }, SOON)
  await vi.waitFor(
    async () => expect((await run(statusCommand)).line).toMatchObject({ state: 'live' }),
    SOON,
  )
  await expectSoon(after, 200, /"state":"live"/)
})

test('a place that has jumped is a hole', async () => {
  const dealer = await dealerForThisTest()
  const { start } = await projectionsOf(dealer)
  await customerComes(dealer, 'one')
  const before = await start()
  await expectSoon(before, 200, /ready/)
  await untilCompared(dealer, 1)
  await before.close()
  const position = await customerComes(dealer, 'two')
  await customerComes(dealer, 'three')
  await dealer.rows('update read_model.checkpoint set position = $1', [position.toString()])

  const after = await start()

  await expectSoon(after, 503, /read_model lacks an event of the log: 1 of customer/)
})
