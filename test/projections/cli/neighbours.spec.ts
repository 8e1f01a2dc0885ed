import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { families } from '#kernel/events/families.ts'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { rebuildCommand } from '#projections/cli/rebuild-command.ts'
import { statusCommand } from '#projections/cli/status-command.ts'
import { dealerForThisTest } from '#test/projections/dealer.ts'
import { noMacs } from '#test/support/no-macs.ts'
import { customersCome } from '../runtime/rebuild/rebuilding.ts'
import { terminalOf } from './terminal.ts'

test('streams of another program with the names of all of ours park nobody and stop no rebuild', async () => {
  const dealer = await dealerForThisTest()
  const run = terminalOf(dealer)
  const neighbour = connectEventStore({
    url: dealer.eventStoreUrl,
    logger: silentLogger,
    macs: noMacs,
  })
  onTestFinished(neighbour.close)
  const projection = dealer.project()
  await customersCome(dealer, 3)

  for (const { category } of families) {
    for (const metadata of [{}, { companyId: 'c'.repeat(24) }]) {
      const event = { id: randomUUID(), type: 'Happened', data: {}, metadata }
      await neighbour.append(`${category}-${randomUUID()}`, [event], 'no_stream')
    }
  }
  await customersCome(dealer, 2, 'later')
  await dealer.untilShown()

  const { line } = await run(statusCommand)
  expect(line).toMatchObject({ state: 'live', lagEvents: 0, parked: [] })
  expect(await run(rebuildCommand, 'read_model')).toMatchObject({
    exitCode: 0,
    line: { outcome: 'switched', events: 5, differences: 0 },
  })
  await projection.close()
})
