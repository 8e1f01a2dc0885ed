// @module-tag embedded-node

import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { checkCommand } from '#stack/event-store/check-command.ts'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import { databasesOfRoles } from '#test/support/database.ts'
import { embeddedNodeForThisTest } from '#test/support/embedded-node.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'

const SOON = { timeout: LONGEST_WAIT_MS, interval: 50 }

/** A command service whose event store has a clock of its own, and nothing else to call. */
async function serviceBeside(aheadMs: number) {
  const node = await embeddedNodeForThisTest({ clock: () => Date.now() + aheadMs })
  const nowhere = 'http://127.0.0.1:1'
  const { url } = await anotherCommandService({
    baseUrl: nowhere,
    sandboxUrl: nowhere,
    eventStoreUrl: node.url,
    databaseUrl: node.databaseUrl,
    databases: databasesOfRoles(node.databaseUrl),
    vaultKey: randomBytes(32).toString('hex'),
  })
  const readiness = async () => {
    const answer = await fetch(`${url}/health/ready`)
    return [answer.status, await answer.json()]
  }
  const metrics = async () => (await fetch(`${url}/metrics`)).text()
  return { readiness, metrics, eventStoreUrl: node.url }
}

// It is measured by one answer, while the service starts: so much less is said as that took on a busy machine.
test.for([
  [15_000, 'behind', /^sarraf_event_store_clock_offset_seconds\S* -1[0-5]/m],
  [-20_000, 'ahead of', /^sarraf_event_store_clock_offset_seconds\S* 1[3-8]/m],
] as const)(
  'an event store whose clock is %i ms ahead is named by a service that is ready all the same',
  async ([aheadMs, direction, metric]) => {
    const { readiness, metrics } = await serviceBeside(aheadMs)

    const warning = new RegExp(`^the clock is 1[0-8]\\.\\d s ${direction} the event store’s$`)
    const warned = { status: 'ready', warnings: [expect.stringMatching(warning)] }
    await expect.poll(readiness, SOON).toEqual([200, warned])
    expect(await metrics()).toMatch(metric)
  },
)

test('of clocks that agree nothing is said', async () => {
  const { readiness, metrics } = await serviceBeside(0)
  await expect.poll(readiness, SOON).toEqual([200, { status: 'ready' }])
  expect(await metrics()).toMatch(/^sarraf_event_store_clock_offset_seconds\S* 0$/m)
})

test.for([
  [
    5_000,
    /^WARNING {2}clock of the server: [2-5]\.\d s ahead of this machine’s\. Let both follow/m,
  ],
  [-60_000, /^WARNING {2}clock of the server: 5\d\.\d s behind this machine’s\. Let both follow/m],
  [0, /^ok {7}clock of the server: agrees with that of this machine$/m],
] as const)('the doctor of a store that is %i ms ahead says so', async ([aheadMs, line]) => {
  const { url } = await embeddedNodeForThisTest({ clock: () => Date.now() + aheadMs })
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const terminal = {
    environment: { EVENTSTORE_URL: url },
    stdin: new PassThrough(),
    stdout,
    stderr,
  }
  const exitCode = await checkCommand.run([], terminal)
  stdout.end()
  expect([exitCode, await text(stdout)]).toEqual([0, expect.stringMatching(line)])
})
