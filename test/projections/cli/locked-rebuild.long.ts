import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { rebuildCommand } from '#projections/cli/rebuild-command.ts'
import { dealerForThisTest } from '#test/projections/dealer.ts'
import { customersCome } from '../runtime/rebuild/rebuilding.ts'
import { terminalOf } from './terminal.ts'

test('a session that reads the served tables for minutes is named by a rebuild, which does not wait for it', async () => {
  const dealer = await dealerForThisTest()
  const run = terminalOf(dealer)
  const projection = dealer.project()
  await customersCome(dealer, 3)
  await dealer.untilShown()
  // As a dump does.
  const dump = new Client({ connectionString: dealer.databaseUrl, application_name: 'test' })
  await dump.connect()
  onTestFinished(() => dump.end())
  await dump.query('begin; lock table read_model.customer in access share mode')

  await expect(run(rebuildCommand, 'read_model')).rejects.toThrow(
    /^Not switched: sessions hold the served tables for too long: .*\d+ \(test, role postgres\).*What was built is kept/,
  )
  await customersCome(dealer, 2, 'later')
  await dealer.untilShown()

  await dump.query('commit')
  expect(await run(rebuildCommand, 'read_model')).toMatchObject({
    exitCode: 0,
    line: { outcome: 'switched', differences: 0 },
  })
  await projection.close()
})
