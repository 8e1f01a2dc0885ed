import { expect, onTestFinished, test, vi } from 'vitest'
import { customerEvents } from '#kernel/events/customer.ts'
import {
  type LogPosition,
  logPosition,
  START_OF_LOG,
} from '#kernel/platform/event-store/log-position.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { followReadProgress } from '#kernel/platform/read-progress/read-progress.ts'
import { type Dealer, dealerForThisTest } from '#test/projections/dealer.ts'
import { customerRecorded } from '#test/projections/samples.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'

function follow({ databases }: Dealer) {
  const progress = followReadProgress({
    schema: 'read_model',
    databaseUrl: databases.query,
    logger: silentLogger,
  })
  onTestFinished(progress.close)
  return progress
}

/** A place that the log has not reached. */
const behind = (position: LogPosition) => logPosition(BigInt(position.toString()) + 1n)

const customerComes = (dealer: Dealer, customerId: string) =>
  dealer.write(customerEvents, customerId, customerRecorded({ customerId }))

test('a waiting caller is answered when the tables show its position', async () => {
  const dealer = await dealerForThisTest()
  const progress = follow(dealer)
  dealer.project()
  for (const id of ['1', '2', '3']) {
    const position = await customerComes(dealer, id)
    expect(await progress.waitFor(position, 10_000)).toBe(true)
    expect(
      await dealer.rows('select id from read_model.customer where id = $1', [id]),
    ).toHaveLength(1)
  }
  expect(progress.position()).toBe(await dealer.eventStore.headOfLog())
  expect(await progress.waitFor(START_OF_LOG, 0)).toBe(true)
})

test('a caller that waits too long gets false', async () => {
  const dealer = await dealerForThisTest()
  const progress = follow(dealer)
  dealer.project()
  const position = await customerComes(dealer, '1')
  expect(await progress.waitFor(behind(position), 30)).toBe(false)
  expect(await progress.waitFor(behind(position), 0)).toBe(false)
})

test('the nearest positions are answered first, in the order of their calls', async () => {
  const dealer = await dealerForThisTest()
  const progress = follow(dealer)
  const told: string[] = []
  const wait = async (position: LogPosition, name: string) => {
    await progress.waitFor(position, 10_000)
    told.push(name)
  }
  const first = await customerComes(dealer, '1')
  const second = await customerComes(dealer, '2')
  const third = await customerComes(dealer, '3')
  const waiting = [
    wait(third, 'c'),
    wait(first, 'a'),
    wait(second, 'b1'),
    wait(second, 'b2'),
    wait(third, 'd'),
  ]
  dealer.project()
  await Promise.all(waiting)
  expect(told).toEqual(['a', 'b1', 'b2', 'c', 'd'])
})

test('a broken connection is replaced, and waiting callers are kept', async () => {
  const dealer = await dealerForThisTest()
  const progress = follow(dealer)
  dealer.project()
  expect(await progress.waitFor(await customerComes(dealer, '1'), 10_000)).toBe(true)
  const next = behind(await dealer.eventStore.headOfLog())
  const waiting = progress.waitFor(next, 10_000)
  await dealer.rows(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'sarraf read progress' and datname = current_database()`,
  )
  await customerComes(dealer, '2')
  expect(await waiting).toBe(true)
})

test('it follows tables that are rebuilt', async () => {
  const dealer = await dealerForThisTest()
  const progress = follow(dealer)
  const projection = dealer.project()
  const position = await customerComes(dealer, '1')
  expect(await progress.waitFor(position, 10_000)).toBe(true)
  await projection.close()
  await dealer.rows(`update read_model.schema_version set version = 'another'`)
  const again = dealer.project()
  await vi.waitFor(() => expect(again.status().phase).toBe('live'), { timeout: LONGEST_WAIT_MS })
  expect(await progress.waitFor(await customerComes(dealer, '2'), 10_000)).toBe(true)
})

test('thousands of callers may wait, and closing answers the remaining ones', async () => {
  const dealer = await dealerForThisTest()
  const progress = followReadProgress({ schema: 'read_model', ...dealer, logger: silentLogger })
  const waiting = Array.from({ length: 10_000 }, (_, n) =>
    progress.waitFor(logPosition(BigInt(1_000_000 + ((n * 7919) % 10_000))), 60_000),
  )
  expect(await progress.waitFor(logPosition(5_000_000n), 60_000)).toBe(false)
  await progress.close()
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([false]))
})
